import { useState } from 'react';
import { AgesPanel } from './ages-panel.tsx';
import { Link } from 'react-router-dom';
import { useTranslation } from 'react-i18next';
import { past } from '../../lib/time/past.ts';
import { FeesPanel } from './fees-panel.tsx';
import { Filters } from './filters.tsx';
import { InTurn } from './in-turn.tsx';
import { LossesPanel } from './losses-panel.tsx';
import type { OpenedFigure } from './open-pieces.tsx';
import { PiecesPanel } from './pieces-panel.tsx';
import { PromisePanel } from './promise-panel.tsx';
import { RepeatsPanel } from './repeats-panel.tsx';
import { ShopsPanel } from './shops-panel.tsx';
import { TurnaroundPanel } from './turnaround-panel.tsx';
import { WarrantyPanel } from './warranty-panel.tsx';
import { figureQuery, useFigureState } from './use-figure-state.ts';
import './figures.css';

/** In the order in which they are drawn. */
const AFTER = {
  ages: AgesPanel,
  losses: LossesPanel,
  promise: PromisePanel,
  fees: FeesPanel,
  repeats: RepeatsPanel,
  warranty: WarrantyPanel,
  shops: ShopsPanel,
};

/** `/insight`: how long repairs take, what is open, fees, repeat repairs and shops, over time and as of any moment. */
export function Screen() {
  const [state, change] = useFigureState();
  const [opened, open] = useState<OpenedFigure | null>(null);
  const query = figureQuery(state);
  const props = { state, query, change, open };
  return (
    <div className="figures-page stack gap-14" data-testid="figures-page">
      <Filters state={state} change={change}>
        {past === null && <OwnMailLink />}
      </Filters>
      <div className="figures-grid grid">
        <TurnaroundPanel {...props} />
        {Object.entries(AFTER).map(([id, Panel]) => (
          <InTurn key={id} id={id}>
            <Panel {...props} />
          </InTurn>
        ))}
      </div>
      <PiecesPanel opened={opened} query={query} onClose={() => open(null)} />
    </div>
  );
}

/** The same figures by mail, every Monday. */
function OwnMailLink() {
  const { t } = useTranslation('insight');
  return (
    <Link className="link small" to="/insight/mail" data-testid="own-mail-link">
      {t('ownMail.open')}
    </Link>
  );
}
