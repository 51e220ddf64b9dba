import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { AgesPanel } from './ages-panel.tsx';
import { InTurn } from './in-turn.tsx';
import { LossesPanel } from './losses-panel.tsx';
import type { OpenedFigure } from './open-pieces.tsx';
import { PiecesPanel } from './pieces-panel.tsx';
import { TurnaroundPanel } from './turnaround-panel.tsx';
import { figureQuery, useFigureState } from './use-figure-state.ts';
import './figures.css';

/** The first figures of `/insight` on another screen, of the last 26 weeks and everything the person sees. */
export function Headline() {
  const { t } = useTranslation('insight');
  const [state, change] = useFigureState();
  const [opened, open] = useState<OpenedFigure | null>(null);
  const query = figureQuery(state);
  const props = { state, query, change, open };
  return (
    <section className="figures-page stack gap-8" aria-label={t('headline')} data-testid="headline">
      <div className="figures-grid grid">
        <TurnaroundPanel {...props} />
        <InTurn id="ages">
          <AgesPanel {...props} />
        </InTurn>
        <InTurn id="losses">
          <LossesPanel {...props} />
        </InTurn>
      </div>
      <p className="text-end">
        <Link className="link" to="/insight">
          {t('allFigures')}
        </Link>
      </p>
      <PiecesPanel opened={opened} query={query} onClose={() => open(null)} />
    </section>
  );
}
