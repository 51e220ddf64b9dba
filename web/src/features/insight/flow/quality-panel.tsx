import { DataList, type ListColumn } from '@atelier/ui/tables/data-list.tsx';
import { useTranslation } from 'react-i18next';
import { useStaffFormat } from '../../../lib/session/use-session.ts';
import { FigurePanel } from '../figure-panel.tsx';
import type { TwinColumn } from '../twin-column.ts';
import { OpenPieces } from '../open-pieces.tsx';
import { useFigure } from '../use-figure.ts';
import { useBesideName } from '../use-places.ts';
import { qualityQuery, type Quality } from './flow-queries.ts';
import type { FlowProps } from './flow-props.ts';

type Pass = Quality['now']['first_pass'][number];
type Arc = Quality['now']['sent_back'][number];

/** What passed QC at once, and between which stages pieces were sent back. */
export function QualityPanel({ query, open }: FlowProps) {
  const { t } = useTranslation('insight');
  const answer = useFigure(qualityQuery(query));
  const view = answer.data?.data;
  const arcs = view?.now.sent_back ?? [];
  return (
    <FigurePanel
      id="quality"
      title={t('flow.quality.title')}
      answer={answer}
      rows={view?.now.first_pass}
      rowKey={({ rma_status_id }) => rma_status_id}
      columns={usePassColumns(view)}
      lead={view && <Lead view={view} />}
      foot={
        <>
          {t('flow.quality.note')}{' '}
          <OpenPieces
            figure="sent_back"
            count={arcs.reduce((sum, { count }) => sum + count, 0)}
            open={open}
          />
        </>
      }
    />
  );
}

function Lead({ view: { now } }: { view: Quality }) {
  const { t } = useTranslation('insight');
  const { number, percent } = useStaffFormat();
  const columns = useArcColumns();
  const words = t('flow.quality.reworked', {
    reworked: number(now.reworked),
    finished: number(now.finished),
  });
  return (
    <>
      <p className="figure-lead flex wrap" data-testid="quality-lead">
        <b className="num">{now.finished === 0 ? '–' : percent(now.reworked / now.finished, 1)}</b>{' '}
        <span>{words}</span>
      </p>
      {now.sent_back.length > 0 && (
        <DataList
          label={t('flow.quality.back')}
          columns={columns}
          rows={now.sent_back}
          rowKey={({ from, to }) => `${from}-${to}`}
          testId="arcs-rows"
        />
      )}
    </>
  );
}

function useArcColumns(): ListColumn<Arc>[] {
  const { t } = useTranslation(['insight', 'status']);
  const { number } = useStaffFormat();
  return [
    { key: 'from', header: t('insight:flow.quality.from'), cell: ({ from }) => t(`status:name.${from}`) },
    { key: 'to', header: t('insight:flow.quality.to'), cell: ({ to }) => t(`status:name.${to}`) },
    {
      key: 'count',
      header: t('insight:flow.quality.times'),
      align: 'end',
      cell: ({ count }) => <span className="num">{number(count)}</span>,
    },
  ];
}

function usePassColumns(view: Quality | undefined): readonly TwinColumn<Pass>[] {
  const { t } = useTranslation(['insight', 'status']);
  const { percent } = useStaffFormat();
  const beside = useBesideName();
  const share = (pass: Pass | undefined) =>
    pass === undefined || pass.judged === 0 ? '–' : percent(pass.passed / pass.judged, 1);
  const before = (id: number) => view?.before?.first_pass.find((pass) => pass.rma_status_id === id);
  return [
    {
      key: 'stage',
      header: t('insight:flow.quality.stage'),
      isText: true,
      value: ({ rma_status_id }) => t(`status:name.${rma_status_id}`),
    },
    {
      key: 'share',
      header: t('insight:flow.quality.passed'),
      value: ({ passed }) => passed,
      cell: (pass) => share(pass),
    },
    { key: 'judged', header: t('insight:flow.quality.judged'), value: ({ judged }) => judged },
    {
      key: 'before',
      header: beside,
      value: ({ rma_status_id }) => before(rma_status_id)?.passed ?? null,
      cell: ({ rma_status_id }) => share(before(rma_status_id)),
    },
  ];
}
