import { TEXT_LENGTH } from '@atelier/domain/contract/limits.ts';
import type { ShipmentView } from '@atelier/domain/shipping/schema.ts';
import { useQueries } from '@tanstack/react-query';
import { PackageOpen } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { Panel } from '../../ui/panel.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../ui/states.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { errorLine } from '../../lib/api/notice-error.ts';
import { useLiveRefresh } from '../../live/use-live.ts';
import { useStaffFormat } from '../../lib/session/use-session.ts';
import { useWedge } from '../../lib/wedge/use-wedge.ts';
import { soundVerdict } from '../../shared/item/tones.ts';
import type { Signature } from '../../shared/item/signature-ink.ts';
import { SendPanel } from '../../shared/send-panel/send-panel.tsx';
import type { ScreenVerdict } from '../../shared/item/verdicts.ts';
import { VERDICT_TONE } from '../../shared/item/verdicts.ts';
import { BatchRow } from './batch-row.tsx';
import type { Stop } from './batch-row.tsx';
import { isOpen, KINDS, packageStatusQuery } from './package-queries.ts';
import { useOutbound } from './outbound-panel.tsx';
import { ScanStrip } from './scan-strip.tsx';
import type { StripNote } from './scan-strip.tsx';
import { useBatch } from './use-batch.ts';
import { useCandidates } from './use-packing.ts';
import './packing-page.css';

/** Several packages shipped out at once: chosen or scanned, one signature for those that lack it, a result per row. */
export function BatchPage() {
  const { t } = useTranslation(['sending', 'shipping']);
  const { number } = useStaffFormat();
  const packages = useOutbound();
  const drafts = (packages.data?.data ?? []).filter((one) => one.order_type === 2 && isOpen(one));
  const stops = useStops(drafts);
  const batch = useBatch();
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const [note, setNote] = useState<StripNote | null>(null);
  const [signature, setSignature] = useState<Signature | null>(null);
  const [signer, setSigner] = useState('');
  const choose = (ids: readonly number[], isOn: boolean) =>
    setChosen((before) => {
      const after = new Set(before);
      for (const id of ids)
        if (isOn) after.add(id);
        else after.delete(id);
      return after;
    });
  const find = useDraftOfCode(drafts);
  const tell = (verdict: ScreenVerdict, text: string) => {
    soundVerdict(verdict);
    setNote({ tone: VERDICT_TONE[verdict], text });
  };
  useWedge({
    onScan: (raw) => {
      const draft = find(raw.trim());
      if (draft === undefined) return tell('unknown', t('sending:batch.notHere', { code: raw.trim() }));
      choose([draft.id], true);
      return tell('accepted', t('sending:batch.chosen', { tracking: draft.tracking_no }));
    },
  });
  const free = drafts.filter((one) => stops.get(one.id) === null);
  const picked = free.filter((one) => chosen.has(one.id));
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
  const gone = batch.gone(drafts);
  return (
    <div className="packing" data-testid="batch-page">
      <div className="stack">
        <ScanStrip note={note ?? { tone: 'idle', text: t('sending:batch.hint') }} />
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
          {packages.isPending && (
            <div className="panel-body">
              <Skeleton rows={4} height={40} gap={16} />
            </div>
          )}
          {packages.isError && (
            <ErrorState
              title={t('shipping:candidates.failed')}
              detail={errorLine(packages.error)}
              onRetry={() => void packages.refetch()}
            />
          )}
          {packages.isSuccess && drafts.length + gone.length === 0 && (
            <EmptyState title={t('sending:batch.none')} icon={<PackageOpen aria-hidden />}>
              {t('sending:batch.noneBody')}
            </EmptyState>
          )}
          <ul>
            {[...drafts, ...gone].map((row) => (
              <BatchRow
                key={row.id}
                row={row}
                stop={stops.get(row.id)}
                result={batch.results.get(row.id)}
                isChosen={chosen.has(row.id)}
                isBusy={batch.isBusy}
                onChoose={(isOn) => choose([row.id], isOn)}
              />
            ))}
          </ul>
        </Panel>
      </div>
      <SendPanel
        className="send-panel"
        title={t('shipping:prepare.sign')}
        testId="batch-panel"
        pad={{ label: t('sending:batch.sign'), onChange: setSignature }}
        button={{
          label:
            picked.length === 0 ? t('shipping:send.send') : t('sending:batch.send', { count: picked.length }),
          busy: batch.isBusy,
          disabledReason: why,
          testId: 'batch-send',
        }}
        onSend={ship}
      >
        <TextField
          label={t('shipping:sign.who')}
          value={signer}
          maxLength={TEXT_LENGTH.signer}
          autoComplete="off"
          onChange={(event) => setSigner(event.target.value)}
        />
      </SendPanel>
    </div>
  );
}

/** What keeps each package here, but for the signature that this page gives; undefined while it is asked. */
function useStops(drafts: readonly ShipmentView[]): ReadonlyMap<number, Stop> {
  useLiveRefresh(
    ['shipping', 'status'],
    drafts.map((one) => `shipment:${one.id}`),
  );
  const answers = useQueries({
    queries: drafts.map((one) => packageStatusQuery(one.tracking_no, one.version)),
  });
  const stops = new Map<number, Stop>();
  drafts.forEach((one, index) => {
    const blocking = answers[index]?.data?.data.blocking;
    if (blocking === undefined) return;
    stops.set(one.id, blocking.find(({ code }) => code !== 'signature_required') ?? null);
  });
  return stops;
}

/** A tracking number, or the number of any piece that lies in a package. */
function useDraftOfCode(drafts: readonly ShipmentView[]) {
  const pieces = useCandidates(KINDS.store).rows;
  return (code: string): ShipmentView | undefined => {
    const same = (a: string) => a.toUpperCase() === code.toUpperCase();
    const piece = pieces.find((row) => same(row.number));
    return drafts.find(
      (one) =>
        same(one.tracking_no) ||
        one.former_tracking_nos.some(same) ||
        (piece !== undefined && piece.shipment_id === one.id),
    );
  };
}
