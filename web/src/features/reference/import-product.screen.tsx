import type { ProductImportView } from '@atelier/contracts/reference/product-import/schema.ts';
import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Split } from '@atelier/ui/layout/split.tsx';
import { Button } from '@atelier/ui/controls/button.tsx';
import { Panel } from '@atelier/ui/layout/panel.tsx';
import { Banner } from '@atelier/ui/feedback/states.tsx';
import { TextArea } from '@atelier/ui/controls/text-field.tsx';
import { errorWords } from '../../lib/api/notice-error.ts';
import { useCommand } from '../../lib/api/use-command.ts';
import { useDrafts } from '../../lib/drafts/use-drafts.ts';
import { useLiveRows, useRows } from '../../live/rows.ts';
import { useWedge } from '@atelier/browser-sync/wedge/use-wedge.ts';
import { productImportsQuery } from './queries.ts';
import { ProductRunsPanel } from './product-runs-panel.tsx';
import { blankLines, linesOf, withoutBlanks, withScan } from './scanned-list.ts';
import './import-product.css';

const newestFirst = (a: ProductImportView, b: ProductImportView): number => b.id - a.id;

/** Imports of products, the newest first; a worker's progress updates live. */
function useProductImports() {
  const query = useQuery(productImportsQuery());
  useLiveRows({
    kind: 'import',
    queryKey: productImportsQuery().queryKey,
    topics: ['imports'],
    accepts: () => true,
    compare: newestFirst,
  });
  return { query, runs: useRows('import', query.data?.ids) };
}

const LIST = 'list';

/** The list as it stands, kept on the device until it is imported: a reload in the middle of a box costs no scan. */
function useSkuList() {
  const { values, set, update, drop } = useDrafts<string>('import-product');
  return {
    text: values.get(LIST) ?? '',
    setText: (text: string) => (text === '' ? drop([LIST]) : set(LIST, text)),
    add: (code: string) => update(LIST, (before = '') => withScan(before, code)),
  };
}

/** `/system/importProduct`: scan or paste SKUs, import, and see what became of each (product/reference.md §5). */
export function Screen() {
  const { t } = useTranslation('import');
  const imports = useProductImports();
  const { text, setText, add } = useSkuList();
  const lines = linesOf(text);
  const blanks = blankLines(lines);
  useWedge({ onScan: add });
  const start = useCommand((skus: readonly string[]) => ({ path: '/importProduct', body: { skus } }), {
    quiet: '*',
    invalidates: [productImportsQuery().queryKey],
    done: t('saved'),
    onSuccess: () => setText(''),
  });
  return (
    <Split tracks="minmax(0, 1fr) minmax(0, 1.4fr)" className="import-product" testId="import-product">
      <Panel title={t('list.title')} aside={t('list.count', { count: lines.length })} padded>
        <div className="stack">
          <p className="muted">{t('list.lead')}</p>
          <TextArea
            label={t('list.label')}
            rows={10}
            maxLength={40_000}
            value={text}
            hint={t('list.hint')}
            error={blanks.length > 0 ? t('list.blank', { lines: blanks.join(', ') }) : undefined}
            onChange={(event) => setText(event.target.value)}
            testId="skus"
          />
          {start.isError && (
            <Banner tone="error" title={errorWords(start.error).title} testId="import-error" />
          )}
          <div className="row wrap">
            <Button
              variant="primary"
              icon={<Download size={16} aria-hidden />}
              busy={start.isPending}
              disabledReason={whyNot(lines, blanks, t)}
              onClick={() => start.mutate(lines)}
              testId="import-start"
            >
              {t('start')}
            </Button>
            {blanks.length > 0 && (
              <Button variant="quiet" onClick={() => setText(withoutBlanks(text))} testId="drop-blanks">
                {t('list.dropBlanks')}
              </Button>
            )}
          </div>
        </div>
      </Panel>
      <ProductRunsPanel {...imports} />
    </Split>
  );
}

/** The fixed words for what keeps Import from being clicked. */
function whyNot(
  lines: readonly string[],
  blanks: readonly number[],
  t: (key: 'why.empty' | 'why.blank') => string,
): string | undefined {
  if (lines.length === 0) return t('why.empty');
  return blanks.length > 0 ? t('why.blank') : undefined;
}
