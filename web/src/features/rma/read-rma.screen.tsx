import type { ItemView } from '@atelier/domain/rma/schema.ts';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { read } from '../../lib/api/client.ts';
import { noticeError } from '../../lib/api/notice-error.ts';
import { notify } from '../../lib/notices/notify.ts';
import { usePageHeader } from '../../lib/page/page-header.ts';
import { useSession } from '../../lib/session/use-session.ts';
import { useWedge } from '../../lib/wedge/use-wedge.ts';
import { ReadingContext } from '../../shared/item/reading.ts';
import { RmaDetail } from './detail/rma-detail.tsx';

const positive = (text: string | null): number | null => {
  const number = Number(text);
  return text !== null && Number.isSafeInteger(number) && number > 0 ? number : null;
};

/**
 * `/readRma?id=&item=` or `?number=`: a repair as a full page to read, by deep link, number or scan (product/rma.md §6).
 * `work=1`, as the dashboards' links have it, opens it for acting as well.
 */
export function Screen() {
  const [params, setParams] = useSearchParams();
  const rmaId = positive(params.get('id'));
  const itemId = positive(params.get('item'));
  const isWork = params.get('work') === '1';
  const open = (piece: Pick<ItemView, 'rma_id' | 'id'>, work = false) =>
    setParams(addressOf(piece, work), { replace: rmaId === null && params.has('number') });
  const find = useFindByCode(open);
  useWedge({ onScan: (code) => void find.run(code) });
  useNumberInAddress(rmaId === null ? params.get('number') : null, (code) => void find.run(code));
  const reading = useMemo(
    () => (isWork ? null : { work: () => setParams(working, { replace: true }) }),
    [isWork, setParams],
  );
  if (rmaId === null) return <WhichRepair onFind={(code) => void find.run(code)} isBusy={find.isBusy} />;
  return (
    <section className="panel panel-body">
      <ReadingContext value={reading}>
        <RmaDetail
          key={rmaId}
          rmaId={rmaId}
          itemId={itemId}
          wide
          onItem={(id) => open({ rma_id: rmaId, id }, isWork)}
        />
      </ReadingContext>
    </section>
  );
}

const addressOf = ({ rma_id, id }: Pick<ItemView, 'rma_id' | 'id'>, isWork: boolean) => ({
  id: String(rma_id),
  item: String(id),
  ...(isWork && { work: '1' }),
});

function working(before: URLSearchParams): URLSearchParams {
  const after = new URLSearchParams(before);
  after.set('work', '1');
  return after;
}

/** A link may name the piece as people do: the number is looked up once, and its page takes the link's place. */
function useNumberInAddress(number: string | null, find: (code: string) => void): void {
  const asked = useRef<string | null>(null);
  useEffect(() => {
    if (number === null || number === '' || asked.current === number) return;
    asked.current = number;
    find(number);
  }, [number, find]);
}

/** Opens the piece that carries a code; says so when none does. */
function useFindByCode(open: (item: Pick<ItemView, 'rma_id' | 'id'>) => void) {
  const { t } = useTranslation('rma');
  const isShop = useSession().view.user.user_type === 'shop';
  const [isBusy, setBusy] = useState(false);
  const run = async (code: string): Promise<void> => {
    setBusy(true);
    try {
      const { data } = await read<ItemView[]>(
        isShop ? '/rma' : '/operationrma',
        { q: code, page_size: 2 },
        { timeout: 'general' },
      );
      const [found] = data;
      if (found === undefined)
        notify({ tone: 'warn', title: t('detail.notFound'), detail: code, id: 'find-by-code' });
      else open(found);
    } catch (error) {
      noticeError(error);
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, run };
}

function WhichRepair({ onFind, isBusy }: { onFind: (code: string) => void; isBusy: boolean }) {
  const { t } = useTranslation('rma');
  const [code, setCode] = useState('');
  usePageHeader({ title: t('detail.noId') });
  return (
    <EmptyState title={t('detail.noId')}>
      <span className="stack">
        <span>{t('detail.noIdBody')}</span>
        <span className="row">
          <TextField
            label={t('detail.findLabel')}
            hideLabel
            value={code}
            onChange={(event) => setCode(event.target.value)}
            testId="find-code"
          />
          <Button
            variant="primary"
            busy={isBusy}
            disabled={code.trim() === ''}
            onClick={() => onFind(code.trim())}
            testId="find-open"
          >
            {t('detail.find')}
          </Button>
        </span>
      </span>
    </EmptyState>
  );
}
