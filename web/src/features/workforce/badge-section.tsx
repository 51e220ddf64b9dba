import { Eye, Printer } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@atelier/ui/controls/button.tsx';
import { Cluster } from '@atelier/ui/layout/cluster.tsx';
import { Section } from '@atelier/ui/layout/section.tsx';
import { newKey } from '../../lib/api/new-key.ts';
import { noticeError } from '../../lib/api/notice-error.ts';
import { useCommand } from '../../lib/api/use-command.ts';
import { fetchPaperFile } from '../../shared/documents/fetch-paper.ts';
import { printFile } from '../../shared/documents/print-file.ts';
import type { WorkerView } from './queries.ts';

/** A barcode does not stay on the screen. */
const SHOWN_MS = 30_000;

/** The badge in full, for a moment, or on paper: each look is kept with the name of who looked. */
export function BadgeSection({ worker }: { worker: WorkerView }) {
  const { t } = useTranslation('workers');
  return (
    <Section title={t('badge')}>
      <p className="small muted">{t('badgeKept')}</p>
      <Cluster>
        <Reveal id={worker.ID} />
        <Print id={worker.ID} />
      </Cluster>
    </Section>
  );
}

function Reveal({ id }: { id: number }) {
  const { t } = useTranslation('workers');
  const [barcode, setBarcode] = useState<string | null>(null);
  const reveal = useCommand(() => ({ path: '/rma_worker/badge', body: { ID: id, how: 'shown' } }), {
    onSuccess: ({ data }) => setBarcode(data.Barcode),
  });
  useEffect(() => {
    if (barcode === null) return undefined;
    const timer = setTimeout(() => setBarcode(null), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [barcode]);
  if (barcode !== null)
    return (
      <output
        className="mono worker-barcode rounded size-l sunken"
        aria-label={t('barcode')}
        data-testid="worker-barcode"
      >
        <bdi dir="ltr">{barcode}</bdi>
      </output>
    );
  return (
    <Button
      icon={<Eye size={16} aria-hidden />}
      busy={reveal.isPending}
      onClick={() => reveal.mutate()}
      testId="worker-reveal"
    >
      {t('reveal')}
    </Button>
  );
}

function Print({ id }: { id: number }) {
  const { t, i18n } = useTranslation('workers');
  const [isBusy, setBusy] = useState(false);
  const print = async () => {
    setBusy(true);
    try {
      const body = { ID: id, language: i18n.language };
      const { file } = await fetchPaperFile(
        { method: 'POST', path: '/rma_worker/badge/print', body },
        { key: newKey() },
      );
      printFile(file);
    } catch (error) {
      noticeError(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button
      icon={<Printer size={16} aria-hidden />}
      busy={isBusy}
      onClick={() => void print()}
      testId="worker-print"
    >
      {t('print')}
    </Button>
  );
}
