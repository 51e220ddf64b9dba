import { useState } from 'react';
import { AgesPanel } from './ages-panel.tsx';
import { FeesPanel } from './fees-panel.tsx';
import { Filters } from './filters.tsx';
import { LossesPanel } from './losses-panel.tsx';
import type { OpenedFigure } from './open-pieces.tsx';
import { PiecesPanel } from './pieces-panel.tsx';
import { RepeatsPanel } from './repeats-panel.tsx';
import { ShopsPanel } from './shops-panel.tsx';
import { TurnaroundPanel } from './turnaround-panel.tsx';
import { figureQuery, useFigureState } from './use-figure-state.ts';
import './figures.css';

/** `/insight`: how long repairs take, what is open, fees, repeat repairs and shops, over time and as of any moment. */
export function Screen() {
  const [state, change] = useFigureState();
  const [opened, open] = useState<OpenedFigure | null>(null);
  const query = figureQuery(state);
  const props = { state, query, change, open };
  return (
    <div className="figures-page stack gap-14" data-testid="figures-page">
      <Filters state={state} change={change} />
      <div className="figures-grid grid">
        <TurnaroundPanel {...props} />
        <AgesPanel {...props} />
        <LossesPanel {...props} />
        <FeesPanel {...props} />
        <RepeatsPanel {...props} />
        <ShopsPanel {...props} />
      </div>
      <PiecesPanel opened={opened} query={query} onClose={() => open(null)} />
    </div>
  );
}
