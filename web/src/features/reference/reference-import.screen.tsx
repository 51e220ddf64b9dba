import type { ReferenceReportView, ReferenceSetView } from '@atelier/contracts/reference/import/schema.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { SearchCheck } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { Button } from '@atelier/ui/controls/button.tsx';
import { SegmentedControl } from '@atelier/ui/controls/choice.tsx';
import { Panel } from '@atelier/ui/layout/panel.tsx';
import { Select } from '@atelier/ui/controls/select.tsx';
import { Banner, ErrorState, Skeleton } from '@atelier/ui/feedback/states.tsx';
import { ApiError } from '../../lib/api/api-error.ts';
import { errorWords } from '../../lib/api/notice-error.ts';
import { notify } from '@atelier/ui/feedback/notify.ts';
import { ColumnsPanel } from './columns-panel.tsx';
import { ImportsPanel } from './imports-panel.tsx';
import { FileDrop } from './file-drop.tsx';
import { referenceSetsQuery, sendImport } from './queries.ts';
import { ReportPanel } from './report-panel.tsx';
import { oneOf } from '../../shared/filter-bar/use-filters.ts';
import { TablesPart } from './tables/tables-part.tsx';
import './reference-import.css';

/** Asking is over either way: a refusal has said itself, the question closes. */
const settled = (): boolean => true;

function useImport(set: string, file: File | null) {
  const { t } = useTranslation('reference');
  const client = useQueryClient();
  const [report, setReport] = useState<ReferenceReportView | null>(null);
  const send = useMutation<ReferenceReportView, Error, boolean>({
    mutationFn: (isDryRun) => {
      if (file === null) throw new Error('there is no file to send');
      return sendImport({ set, file, isDryRun });
    },
    onMutate: (isDryRun) => {
      if (isDryRun) setReport(null);
    },
    onSuccess: (answer) => {
      setReport(answer);
      if (!answer.imported) return;
      notify({ tone: 'good', title: t('report.imported') });
      // What was read before may be another now: names, prices, fees.
      void client.invalidateQueries();
    },
  });
  const forget = () => {
    setReport(null);
    send.reset();
  };
  return { report, send, forget };
}

const VIEWS = ['rows', 'file'] as const;
const readView = oneOf(VIEWS);

/** `/system/reference`: fees and sites row by row, and every set from a file (product/reference.md §1). */
export function Screen() {
  const { t } = useTranslation('tables');
  const sets = useQuery(referenceSetsQuery());
  const [params, setParams] = useSearchParams();
  const view = readView(params.get('view') ?? '') || 'file';
  if (sets.isError) {
    return <ErrorState title={errorWords(sets.error).title} onRetry={() => void sets.refetch()} />;
  }
  if (sets.data === undefined) return <Skeleton rows={6} height={40} />;
  return (
    <div className="stack">
      <div>
        <SegmentedControl
          label={t('view.label')}
          value={view}
          options={VIEWS.map((value) => ({ value, label: t(`view.${value}`) }))}
          onChange={(next) => setParams(next === 'file' ? {} : { view: next }, { replace: true })}
          testId="reference-view"
        />
      </div>
      {view === 'rows' ? <TablesPart sets={sets.data.data} /> : <FilePart sets={sets.data.data} />}
    </div>
  );
}

/** A set, its file, what it would do, and then the import. */
function FilePart({ sets }: { sets: readonly ReferenceSetView[] }) {
  const { t } = useTranslation('reference');
  const [name, setName] = useState('products');
  const [file, setFile] = useState<File | null>(null);
  const { report, send, forget } = useImport(name, file);
  const set = sets.find((each) => each.set === name);
  const choose = (next: string) => {
    setName(next);
    setFile(null);
    forget();
  };
  return (
    <div className="stack">
      <Panel title={t('form.title')} padded testId="reference-form">
        <div className="ref-form columns">
          <div className="stack">
            <p className="muted">{t('lead')}</p>
            <Select
              label={t('form.set')}
              value={name}
              options={sets.map((each) => ({ value: each.set, label: t(`set.${each.set}`) }))}
              onChange={(event) => choose(event.target.value)}
              disabled={send.isPending}
              testId="reference-set"
            />
            <Button
              variant={report === null ? 'primary' : 'plain'}
              icon={<SearchCheck size={16} aria-hidden />}
              busy={send.isPending}
              disabledReason={file === null ? t('form.fileFirst') : undefined}
              onClick={() => send.mutate(true)}
              testId="reference-dry-run"
            >
              {t('dryRun')}
            </Button>
          </div>
          <FileDrop
            file={file}
            disabled={send.isPending}
            onFile={(next) => {
              setFile(next);
              forget();
            }}
          />
        </div>
        {send.error !== null && <Refusal error={send.error} />}
      </Panel>
      {report !== null && (
        <ReportPanel
          // Another report begins with its own choice of lines.
          key={`${report.imported}`}
          report={report}
          isBusy={send.isPending}
          onImport={() => send.mutateAsync(false).then(settled, settled)}
        />
      )}
      {set !== undefined && <ColumnsPanel set={set} />}
      <ImportsPanel />
    </div>
  );
}

/** Why the whole file was refused; nothing has changed. */
function Refusal({ error }: { error: Error }) {
  const { t, i18n } = useTranslation('reference');
  const code = error instanceof ApiError ? error.code : '';
  const isKnown = i18n.exists(`reference:file.${code}`);
  const words = errorWords(error);
  const columns =
    error instanceof ApiError
      ? error.errors.filter((each) => each.code === code).map(({ path }) => path)
      : [];
  const isAboutColumns = code.endsWith('_column');
  return (
    <Banner tone="error" title={isKnown ? t(`file.${code}`) : words.title} testId="reference-refusal">
      {isAboutColumns && <bdi className="ref-code small">{columns.join(', ')}</bdi>}{' '}
      {t('report.nothingChanged')}
    </Banner>
  );
}
