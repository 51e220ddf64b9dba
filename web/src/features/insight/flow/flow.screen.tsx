import { EmptyState } from '@atelier/ui/feedback/states.tsx';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useSession } from '../../../lib/session/use-session.ts';
import { Filters } from '../filters.tsx';
import type { OpenedFigure } from '../open-pieces.tsx';
import { PiecesPanel } from '../pieces-panel.tsx';
import { figureQuery, useFigureState, type FigureState } from '../use-figure-state.ts';
import { FlowPanel } from './flow-panel.tsx';
import type { FlowProps } from './flow-props.ts';
import { QualityPanel } from './quality-panel.tsx';
import { StageAgesPanel } from './stage-ages-panel.tsx';
import { ThroughputPanel } from './throughput-panel.tsx';
import { WeekPanel } from './week-panel.tsx';
import '../figures.css';
import './flow.css';

/** The site whose flow is shown: the person's own, or the one that was chosen. */
function siteOf({ where }: FigureState, own: number | undefined): number | null {
  if (own !== undefined) return own;
  const [kind, id] = where.split(':');
  return kind === 'factory' ? Number(id) : null;
}

/** `/insight/flow`: how work flows through a factory, over time and as of any moment. */
export function Screen() {
  const { t } = useTranslation('insight');
  const [state, change] = useFigureState();
  const { site } = useSession().view;
  const siteId = siteOf(state, site?.id);
  return (
    <div className="figures-page stack gap-14" data-testid="flow-page">
      <Filters state={state} change={change} place={site === null ? 'factory' : 'none'} />
      {siteId === null ? (
        <EmptyState title={t('flow.chooseSite')} testId="flow-choose">
          {t('flow.chooseSiteBody')}
        </EmptyState>
      ) : (
        <Flow siteId={siteId} state={state} />
      )}
    </div>
  );
}

function Flow({ siteId, state }: { siteId: number; state: FigureState }) {
  const [opened, open] = useState<OpenedFigure | null>(null);
  const navigate = useNavigate();
  const { before_factory_id: besideId, ...figures } = figureQuery({ ...state, where: '' });
  const query = { ...figures, site_id: siteId, ...(besideId && { before_site_id: besideId }) };
  const openPiece: FlowProps['openPiece'] = ({ rmaId, itemId }) =>
    void navigate(`/readRma?id=${rmaId}&item=${itemId}`);
  const props = { query, open, openPiece };
  return (
    <>
      <div className="figures-grid grid">
        <FlowPanel {...props} />
        <WeekPanel {...props} />
        <QualityPanel {...props} />
        <StageAgesPanel {...props} />
        <ThroughputPanel {...props} />
      </div>
      <PiecesPanel opened={opened} query={{ ...figures, factory_id: siteId }} onClose={() => open(null)} />
    </>
  );
}
