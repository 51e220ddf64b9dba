import type { ProductImportView } from '@atelier/contracts/reference/product-import/schema.ts';
import { issueWords } from './issue-words.ts';
import { PackageSearch } from 'lucide-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { type DrawnQuery, QueryView } from '../../shared/paged-table/query-view.tsx';
import { Meter } from '@atelier/ui/feedback/meter.tsx';
import { Panel } from '@atelier/ui/layout/panel.tsx';
import { EmptyState } from '@atelier/ui/feedback/states.tsx';
import { Tag } from '@atelier/ui/feedback/tag.tsx';
import { useStaffFormat } from '../../lib/session/use-session.ts';

export interface ProductRunsProps {
  query: DrawnQuery<unknown>;
  runs: readonly ProductImportView[];
}

/** Every import with its progress, and of each SKU what became of it. */
export function ProductRunsPanel({ query, runs }: ProductRunsProps) {
  const { t } = useTranslation('import');
  return (
    <Panel title={t('runs.title')} testId="product-runs">
      <QueryView
        query={query}
        skeleton={{ rows: 4, height: 36 }}
        failed={t('runs.failed')}
        isEmpty={() => runs.length === 0}
        empty={<EmptyState title={t('runs.none')} icon={<PackageSearch aria-hidden />} />}
        padded
      >
        {() => runs.map((run, index) => <Run key={run.id} run={run} isOpen={index === 0} />)}
      </QueryView>
    </Panel>
  );
}

const Run = memo(function Run({ run, isOpen }: { run: ProductImportView; isOpen: boolean }) {
  const { t } = useTranslation('import');
  const format = useStaffFormat();
  const counts = { done: format.number(run.done), total: format.number(run.total) };
  const progress = t('runs.progress', counts);
  return (
    <details className="lined import-run" open={isOpen} data-testid={`run-${run.id}`} data-state={run.state}>
      <summary>
        <span className="strong num">{progress}</span>
        <span className="small muted">
          <bdi>{run.requested_by}</bdi> · {format.dateTime(run.requested_at)}
        </span>
        <Tag>{t(`state.${run.state}`)}</Tag>
        {run.state === 'done' && (
          <span className="small num" data-testid={`run-outcome-${run.id}`}>
            {t('runs.outcome', outcomeOf(run, format.number))}
          </span>
        )}
        {run.state === 'running' && <Meter value={run.done} limit={run.total} label={progress} />}
      </summary>
      <ul>
        {run.lines.map((line) => (
          <Line key={line.sku} line={line} />
        ))}
      </ul>
    </details>
  );
});

const IMPORTED: readonly (string | null)[] = ['created', 'updated', 'unchanged'];

/** How many lines of a finished import are in the catalogue, and how many are not. */
export function outcomeOf({ lines }: Pick<ProductImportView, 'lines'>, write: (count: number) => string) {
  const imported = lines.filter(({ result }) => IMPORTED.includes(result)).length;
  return { imported: write(imported), refused: write(lines.length - imported) };
}

function Line({ line }: { line: ProductImportView['lines'][number] }) {
  const { t, i18n } = useTranslation(['import', 'reference']);
  const result = line.result ?? 'waiting';
  return (
    <li className="import-line grid line-above" data-testid={`line-${line.sku}`} data-result={result}>
      <bdi className="strong num" dir="ltr">
        {line.sku}
      </bdi>
      <span className="clip muted">
        <bdi>{line.name}</bdi>
      </span>
      <span className="import-result strong muted">{t(`import:result.${result}`)}</span>
      {line.code !== null && (
        <span className="small import-why">
          {i18n.exists(`import:why.${line.code}`) ? t(`import:why.${line.code}`) : <Issue code={line.code} />}
        </span>
      )}
    </li>
  );
}

/** A column of the master data and what is wrong with it, in the words of the import of files. */
function Issue({ code }: { code: string }) {
  const { t, i18n } = useTranslation(['import', 'reference']);
  const [column = '', why = ''] = code.split('.');
  const words = i18n.exists(`reference:issue.${why}`)
    ? issueWords(t, { code: why, column, value: '' }).words
    : why;
  return (
    <>
      {t('import:issue')} <bdi>{column}</bdi>, {words}
    </>
  );
}
