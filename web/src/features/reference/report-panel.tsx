import type { ReferenceReportView, ReferenceLineView } from '@atelier/contracts/reference/import/schema.ts';
import { CircleAlert, CirclePlus, Equal, PencilLine } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Stack } from '@atelier/ui/layout/stack.tsx';
import { Button } from '@atelier/ui/controls/button.tsx';
import { SegmentedControl } from '@atelier/ui/controls/choice.tsx';
import { ConfirmDialog } from '@atelier/ui/windows/dialog.tsx';
import { Panel } from '@atelier/ui/layout/panel.tsx';
import { Banner, EmptyState } from '@atelier/ui/feedback/states.tsx';
import type { VirtualColumn } from '@atelier/ui/tables/virtual-row.tsx';
import { VirtualTable } from '@atelier/ui/tables/virtual-table.tsx';
import { useStaffFormat } from '../../lib/session/use-session.ts';
import { issueWords } from './issue-words.ts';

type LineFilter = 'all' | ReferenceLineView['action'];

const LINE_FILTERS = ['all', 'error', 'insert', 'update', 'unchanged'] as const;

/** How many lines a choice would show. */
export const countOf = ({ rows, counts }: ReferenceReportView, filter: LineFilter): number =>
  filter === 'all' ? rows : counts[filter];

/** What to look at first: what is wrong, where anything is. */
export const firstFilter = ({ counts }: ReferenceReportView): LineFilter =>
  counts.error > 0 ? 'error' : 'all';

/** A row of the report: a line of the file, or one of the things that are wrong with it. */
interface Entry {
  readonly key: string;
  readonly line: number;
  readonly sku: string | null;
  readonly action: ReferenceLineView['action'];
  readonly changes: readonly string[];
  readonly issue: ReferenceLineView['errors'][number] | undefined;
}

/** The chosen lines, each issue on a separate row: rows are of one height, and none hides behind another. */
export const entriesOf = ({ lines }: ReferenceReportView, filter: LineFilter): Entry[] =>
  lines
    .filter(({ action }) => filter === 'all' || action === filter)
    .flatMap(({ line, sku, action, changes, errors }) => {
      const issues = errors.length === 0 ? [undefined] : errors;
      return issues.map((issue, at) => ({ key: `${line}.${at}`, line, sku, action, changes, issue }));
    });

/** Only what a dry run found right, and what would change anything, is offered for import. */
export const canImport = ({ dry_run, counts }: ReferenceReportView): boolean =>
  dry_run && counts.error === 0 && counts.insert + counts.update > 0;

export interface ReportPanelProps {
  report: ReferenceReportView;
  isBusy: boolean;
  /** Resolves true once the question may close. */
  onImport: () => Promise<boolean>;
}

const ICONS = { insert: CirclePlus, update: PencilLine, unchanged: Equal, error: CircleAlert } as const;

/** What happens to a line, by shape and word as well as by colour. */
function LineAction({ line }: { line: Entry }) {
  const { t } = useTranslation('reference');
  const Icon = ICONS[line.action];
  return (
    <span className={`ref-action middle gap-6 nowrap ref-${line.action}`}>
      <Icon size={15} aria-hidden />
      {t(`action.${line.action}`)}
    </span>
  );
}

/** Why a line is wrong, or what it changes. */
function LineWords({ line }: { line: Entry }) {
  if (line.action === 'update' && line.changes.length > 0) {
    return <bdi className="ref-code small muted">{line.changes.join(', ')}</bdi>;
  }
  if (line.issue === undefined) return null;
  return (
    <span className="ref-issue">
      <Issue issue={line.issue} />
    </span>
  );
}

/** A word that is not offered is named in its sentence; any other cell stands before what is wrong with it. */
function Issue({ issue }: { issue: NonNullable<Entry['issue']> }) {
  const { t } = useTranslation('reference');
  const { words, showsColumn, showsValue } = issueWords(t, issue);
  return (
    <>
      {showsColumn && <bdi className="ref-code small strong">{issue.column}</bdi>}{' '}
      {showsValue && <bdi className="ref-code small ref-value">{issue.value}</bdi>} {words}
    </>
  );
}

function useColumns(hasSkus: boolean): VirtualColumn<Entry>[] {
  const { t } = useTranslation('reference');
  const { number } = useStaffFormat();
  return [
    {
      key: 'line',
      header: t('report.line'),
      width: '84px',
      cell: (line) => <span className="num">{number(line.line)}</span>,
    },
    ...(hasSkus ? [skuColumn(t('terms:field.sku'))] : []),
    {
      key: 'action',
      header: t('report.action'),
      width: 'minmax(130px, 180px)',
      cell: (line) => <LineAction line={line} />,
    },
    {
      key: 'words',
      header: t('report.details'),
      width: 'minmax(220px, 1fr)',
      cell: (line) => <LineWords line={line} />,
    },
  ];
}

const skuColumn = (header: string): VirtualColumn<Entry> => ({
  key: 'sku',
  header,
  width: 'minmax(110px, 160px)',
  cell: ({ sku }) => <bdi className="ref-code small">{sku}</bdi>,
});

const entryKey = ({ key }: Entry): string => key;
const lineCard = (line: Entry) => <LineCard line={line} />;

function LineCard({ line }: { line: Entry }) {
  const { t } = useTranslation('reference');
  const { number } = useStaffFormat();
  return (
    <Stack gap={4}>
      <span className="row">
        <span className="num muted">{t('report.lineNo', { line: number(line.line) })}</span>
        {line.sku !== null && <bdi className="ref-code small">{line.sku}</bdi>}
        <LineAction line={line} />
      </span>
      <LineWords line={line} />
    </Stack>
  );
}

/** What the file would do, line by line; the import is offered for what was seen. */
export function ReportPanel({ report, isBusy, onImport }: ReportPanelProps) {
  const { t } = useTranslation('reference');
  const { number } = useStaffFormat();
  const [filter, setFilter] = useState<LineFilter>(() => firstFilter(report));
  const [isAsked, setAsked] = useState(false);
  const columns = useColumns(report.lines.some(({ sku }) => sku !== null));
  const shown = entriesOf(report, filter);
  const changing = report.counts.insert + report.counts.update;
  const filters = LINE_FILTERS.filter((each) => each === 'all' || countOf(report, each) > 0);
  return (
    <Panel
      title={t(report.imported ? 'report.doneTitle' : 'report.title')}
      aside={t('report.rows', { count: report.rows, n: number(report.rows) })}
      testId="reference-report"
      action={
        canImport(report) && (
          <Button variant="primary" busy={isBusy} onClick={() => setAsked(true)} testId="reference-import">
            {t('import', { count: changing, n: number(changing) })}
          </Button>
        )
      }
    >
      <Stack gap={12} className="ref-summary pad-14 line-below">
        <ReportBanner report={report} />
        <SegmentedControl
          label={t('report.show')}
          value={filter}
          options={filters.map((each) => ({
            value: each,
            label: `${t(`filter.${each}`)} ${number(countOf(report, each))}`,
          }))}
          onChange={setFilter}
          testId="reference-filter"
        />
      </Stack>
      {shown.length === 0 ? (
        <EmptyState title={t('report.none')} />
      ) : (
        <VirtualTable
          label={t('report.title')}
          columns={columns}
          rows={shown}
          rowKey={entryKey}
          rowHeight={44}
          compact={lineCard}
          compactHeight={84}
          height={`min(420px, calc(${shown.length} * var(--ref-row) + 44px))`}
          testId="reference-lines"
        />
      )}
      <ConfirmDialog
        open={isAsked}
        title={t('confirm.title', { set: t(`set.${report.set}`) })}
        confirmLabel={t('confirm.yes')}
        onConfirm={onImport}
        onClose={() => setAsked(false)}
        testId="confirm-import"
      >
        <p>{t('confirm.body', { count: changing, n: number(changing) })}</p>
      </ConfirmDialog>
    </Panel>
  );
}

function ReportBanner({ report }: { report: ReferenceReportView }) {
  const { t } = useTranslation('reference');
  const { number } = useStaffFormat();
  const { error, insert, update } = report.counts;
  if (report.imported) return <Banner tone="good" title={t('report.imported')} testId="reference-verdict" />;
  if (error > 0) {
    return (
      <Banner
        tone="error"
        title={t('report.wrong', { count: error, n: number(error) })}
        testId="reference-verdict"
      >
        {t('report.wrongHint')}
      </Banner>
    );
  }
  const key = insert + update === 0 ? 'report.same' : 'report.right';
  return <Banner tone="info" title={t(key)} testId="reference-verdict" />;
}
