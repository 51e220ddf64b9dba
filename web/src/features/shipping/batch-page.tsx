import { TEXT_LENGTH } from '@atelier/domain/contract/limits.ts';
import { PackageOpen } from 'lucide-react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Split } from '@atelier/ui/layout/split.tsx';
import { Button } from '@atelier/ui/controls/button.tsx';
import { Panel } from '@atelier/ui/layout/panel.tsx';
import { EmptyState } from '@atelier/ui/feedback/states.tsx';
import { useStaffFormat } from '../../lib/session/use-session.ts';
import { FormText } from '../../shared/form/form-field.tsx';
import type { Signature } from '../../shared/item/signature-ink.ts';
import { QueryView } from '../../shared/paged-table/query-view.tsx';
import { ScanStrip } from '../../shared/scan-strip/scan-strip.tsx';
import { SendPanel } from '../../shared/send-panel/send-panel.tsx';
import { BatchRow } from './batch-row.tsx';
import { useBatch } from './use-batch.ts';
import { useDraftsToSend } from './use-drafts-to-send.ts';
import './packing-page.css';

interface BatchProps {
  batch: ReturnType<typeof useBatch>;
  list: ReturnType<typeof useDraftsToSend>;
}

/** Several packages shipped out at once: chosen or scanned, one signature for those that lack it, a result per row. */
export function BatchPage() {
  const { t } = useTranslation('sending');
  const list = useDraftsToSend();
  const batch = useBatch();
  return (
    <Split tracks="minmax(0, 1fr) 360px" className="packing" testId="batch-page">
      <div className="stack">
        <ScanStrip note={list.note ?? { tone: 'idle', text: t('batch.hint') }} />
        <Drafts batch={batch} list={list} />
      </div>
      <SendBatch batch={batch} list={list} />
    </Split>
  );
}

function Drafts({ batch, list }: BatchProps) {
  const { t } = useTranslation(['sending', 'shipping']);
  const { number } = useStaffFormat();
  const { drafts, free, choose } = list;
  const rows = [...drafts, ...batch.gone(drafts)];
  return (
    <Panel
      title={t('sending:batch.title')}
      aside={number(drafts.length)}
      action={
        free.length > 0 && (
          <Button
            variant="plain"
            onClick={() =>
              choose(
                free.map((one) => one.id),
                true,
              )
            }
            testId="batch-all"
          >
            {t('sending:batch.all')}
          </Button>
        )
      }
      testId="batch-list"
    >
      <QueryView
        query={list.packages}
        skeleton={{ rows: 4, height: 40, gap: 16 }}
        padded
        failed={t('shipping:candidates.failed')}
        isEmpty={() => rows.length === 0}
        empty={
          <EmptyState title={t('sending:batch.none')} icon={<PackageOpen aria-hidden />}>
            {t('sending:batch.noneBody')}
          </EmptyState>
        }
      >
        {() => (
          <ul>
            {rows.map((row) => (
              <BatchRow
                key={row.id}
                row={row}
                stop={list.stops.get(row.id)}
                result={batch.results.get(row.id)}
                isChosen={list.chosen.has(row.id)}
                isBusy={batch.isBusy}
                onChoose={(isOn) => choose([row.id], isOn)}
              />
            ))}
          </ul>
        )}
      </QueryView>
    </Panel>
  );
}

interface Signing {
  signature: Signature | null;
  signer: string;
}

function SendBatch({ batch, list }: BatchProps) {
  const { t } = useTranslation(['sending', 'shipping']);
  const form = useForm<Signing>({ defaultValues: { signature: null, signer: '' } });
  const { signature, signer } = form.watch();
  const { picked, choose } = list;
  const needsInk = picked.some((one) => !one.signed);
  const why =
    picked.length === 0
      ? t('sending:batch.pick')
      : needsInk && signature === null
        ? t('sending:batch.signFirst')
        : undefined;
  const ship = () => {
    const input = { packages: picked, signature, signer: signer.trim() };
    void batch.run(input).then((sent) => choose(sent, false));
  };
  return (
    <SendPanel
      className="send-panel"
      title={t('shipping:prepare.sign')}
      testId="batch-panel"
      pad={{ label: t('sending:batch.sign'), onChange: (ink) => form.setValue('signature', ink) }}
      button={{
        label:
          picked.length === 0 ? t('shipping:send.send') : t('sending:batch.send', { count: picked.length }),
        busy: batch.isBusy,
        disabledReason: why,
        testId: 'batch-send',
      }}
      onSend={ship}
    >
      <FormText form={form} name="signer" label={t('shipping:sign.who')} maxLength={TEXT_LENGTH.signer} />
    </SendPanel>
  );
}
