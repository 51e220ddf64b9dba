import type { NavDocumentView, NavCircuit } from '@atelier/contracts/nav/schema.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Split } from '@atelier/ui/layout/split.tsx';
import { Tiles } from '@atelier/ui/layout/panel.tsx';
import { usePermission, useStaffFormat } from '../../lib/session/use-session.ts';
import { DetailPanel } from './detail-panel.tsx';
import { DocumentsPanel } from './documents-panel.tsx';
import { useNavFilters, useNavList, type NavListAnswer } from './queries.ts';
import { SendPanel } from './send-panel.tsx';
import { TouchDialog, type Touch } from './touch-dialog.tsx';
import { Banner } from '@atelier/ui/feedback/states.tsx';

const TONES = { closed: 'good', open: 'error', 'half-open': 'warn', absent: 'warn' } as const;

/** Whether NAV is reached. While it is not, documents wait; nothing is lost and no action is needed. */
function CircuitBanner({ circuit }: { circuit: NavCircuit }) {
  const { t } = useTranslation('nav');
  const format = useStaffFormat();
  const { state, since } = circuit;
  return (
    <div data-state={state} data-testid="nav-circuit">
      <Banner tone={TONES[state]} title={t(`circuit.${state}`)}>
        <span className="small">
          {t(`circuitMore.${state}`)}
          {since !== null && ` ${t('circuitSince', { time: format.dateTime(since) })}`}
        </span>
      </Banner>
    </div>
  );
}

import './nav.css';

const TILES = [
  'pending',
  'sending',
  'unknown',
  'rejected',
  'sent',
  'skipped',
  'withdrawn',
  'attention',
] as const;

/** `/operation/nav`: the documents NAV gets for packages to stores outside mainland China (product/nav.md §2). */
export function Screen() {
  const { t } = useTranslation('nav');
  const filters = useNavFilters();
  const list = useNavList(filters);
  const [openId, setOpenId] = useState<number | null>(null);
  const [touched, setTouched] = useState<{ touch: Touch; document: NavDocumentView } | null>(null);
  const mayAct = usePermission('logistic ship out');
  const touch = mayAct
    ? (kind: Touch, document: NavDocumentView) => setTouched({ touch: kind, document })
    : undefined;
  return (
    <div className="stack" data-testid="nav-page">
      {list.data && <CircuitBanner circuit={list.data.circuit} />}
      <StateTiles answer={list.data} />
      <Split tracks="minmax(0, 1fr) 320px">
        <DocumentsPanel query={list} filters={filters} onOpen={setOpenId} onTouch={touch} />
        {mayAct && <SendPanel onSent={setOpenId} />}
      </Split>
      <p className="small muted">{t('scope')}</p>
      <DetailPanel id={openId} onClose={() => setOpenId(null)} onTouch={touch} />
      {touched && <TouchDialog {...touched} onClose={() => setTouched(null)} />}
    </div>
  );
}

function StateTiles({ answer }: { answer: NavListAnswer | undefined }) {
  const { t } = useTranslation('nav');
  const { number } = useStaffFormat();
  const tiles = TILES.map((key) => ({
    key,
    label: t(`state.${key}`),
    value: answer === undefined ? null : number(answer.counts[key]),
    to: { search: `?state=${key}` },
    sub: key === 'skipped' || key === 'withdrawn' || key === 'attention',
  }));
  return <Tiles tiles={tiles} label={t('tiles')} testId="nav-tiles" />;
}
