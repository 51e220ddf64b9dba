import type { ItemView } from '@atelier/domain/rma/contract.ts';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { Banner } from '../../components/ui/states.tsx';
import { errorWords } from '../../lib/api/notice-error.ts';
import { useWedge } from '../../lib/wedge/use-wedge.ts';
import type { OpenCamera } from '../imaging/camera-scan.tsx';
import { CameraButton, CameraPanel } from '../imaging/camera-scan.tsx';
import { soundVerdict } from '../piece/tones.ts';
import type { ScreenVerdict } from '../piece/verdicts.ts';
import { VERDICT_TONE } from '../piece/verdicts.ts';
import { CandidatesPanel } from './candidates-panel.tsx';
import { ContentsPanel } from './contents-panel.tsx';
import { DestinationField } from './destination-field.tsx';
import { OutboundPanel } from './outbound-panel.tsx';
import type { PackingKind } from './package-queries.ts';
import { ScanStrip } from './scan-strip.tsx';
import type { StripNote } from './scan-strip.tsx';
import { SendPanel } from './send-panel.tsx';
import { TrackingBar, isTracking } from './tracking-bar.tsx';
import { useCandidates, usePacking } from './use-packing.ts';
import './packing-page.css';

/** Scan or pick, check, price, sign and send: one page from the empty box to the courier (product.md §5, §11). */
export function PackingPage({ kind }: { kind: PackingKind }) {
  const { t } = useTranslation('shipping');
  const [tracking, setTracking] = useTracking();
  const [destination, setDestination] = useState<number | null>(null);
  const candidates = useCandidates(kind);
  const packing = usePacking(kind, tracking, destination);
  const { view, shipment } = packing;
  const items = view?.items ?? [];
  const all = candidates.data?.data ?? [];
  const rows = loose(all, items, kind, shipment?.to?.id ?? null);
  const preselected = usePreselected();
  const [note, setNote] = useState<StripNote | null>(null);
  const [camera, setCamera] = useState<OpenCamera>(null);

  const tell = (verdict: ScreenVerdict, text: string) => {
    soundVerdict(verdict);
    setNote({ tone: VERDICT_TONE[verdict], text });
  };
  const add = (ids: readonly number[], number?: string) =>
    packing.bind.mutate(ids, {
      onSuccess: () => number !== undefined && tell('accepted', t('contents.added', { number })),
      onError: () => number !== undefined && tell('wrong_stage', t('contents.failed')),
    });
  const onScan = (raw: string) => {
    const code = raw.trim().toUpperCase();
    const candidate = all.find((row) => row.number === code);
    if (tracking === '') {
      if (candidate !== undefined || !isTracking(raw)) return tell('wrong_package', t('tracking.required'));
      return setTracking(raw.trim());
    }
    if (items.some((item) => item.number === code))
      return tell('already_done', t('contents.already', { number: code }));
    if (candidate === undefined) return tell('unknown', t('contents.unknown', { code }));
    return add([candidate.id], candidate.number);
  };
  useWedge({ onScan });
  const isGone = shipment !== null && shipment.state !== 'Draft' && shipment.state !== 'Sealed';
  const done = () => {
    packing.refresh();
    setTracking('');
    setNote(null);
  };
  return (
    <div className="packing" data-testid="packing-page" data-order-type={kind.orderType}>
      <div className="stack">
        <div className="panel panel-body stack">
          <div className="tracking-row">
            <TrackingBar tracking={tracking} onTracking={setTracking} />
            {(kind.orderType === 1 || shipment !== null) && (
              <DestinationField shipment={shipment} value={destination} onChange={setDestination} />
            )}
          </div>
          {camera !== null && <CameraPanel memory={camera} onCode={onScan} onClose={() => setCamera(null)} />}
          <div className="row">
            <ScanStrip
              note={
                note ?? {
                  tone: 'idle',
                  text: t(tracking === '' ? 'tracking.scanHere' : 'contents.emptyBody'),
                }
              }
            />
            <CameraButton camera={camera} onCamera={setCamera} />
          </div>
        </div>
        {packing.pack.isError && (
          <Banner tone="error" title={t('check.failed')}>
            {errorWords(packing.pack.error).title}
          </Banner>
        )}
        {tracking !== '' && (
          <ContentsPanel
            items={items}
            price={packing.price.data?.data}
            blocking={view?.blocking ?? []}
            onRemove={(id) => packing.unbind.mutate([id])}
            isLocked={isGone}
          />
        )}
        <CandidatesPanel
          key={tracking === '' ? 'none' : 'some'}
          title={t(kind.from === 1 ? 'candidates.title' : 'candidates.titleFactory')}
          query={candidates}
          rows={rows}
          withStore={kind.from === 13}
          preselected={preselected}
          blocked={tracking === '' ? t('tracking.required') : undefined}
          isBusy={packing.bind.isPending}
          onAdd={add}
        />
        {tracking === '' && <OutboundPanel orderType={kind.orderType} onOpen={setTracking} />}
      </div>
      <SendPanel
        key={tracking}
        kind={kind}
        tracking={tracking}
        view={view}
        price={packing.price.data?.data}
        isChecking={packing.pack.isFetching || packing.bind.isPending || packing.unbind.isPending}
        onSent={done}
      />
    </div>
  );
}

/** What may still go in: not in yet, and for a factory only pieces of the shop this package goes to. */
function loose(
  all: readonly ItemView[],
  packed: readonly ItemView[],
  kind: PackingKind,
  toStore: number | null,
): ItemView[] {
  const inside = new Set(packed.map(({ id }) => id));
  return all.filter(
    (row) => !inside.has(row.id) && (kind.orderType === 1 || toStore === null || row.store_id === toStore),
  );
}

function useTracking(): [string, (tracking: string) => void] {
  const [params, setParams] = useSearchParams();
  const set = (tracking: string) =>
    setParams((before) => {
      const after = new URLSearchParams(before);
      if (tracking === '') after.delete('tracking');
      else after.set('tracking', tracking);
      return after;
    });
  return [params.get('tracking') ?? '', set];
}

/** `?item=12,13`: chosen where one came from (the dashboard, a new request). */
function usePreselected(): ReadonlySet<number> {
  const [params] = useSearchParams();
  const given = params.get('item') ?? '';
  return useMemo(
    () =>
      new Set(
        given
          .split(',')
          .map(Number)
          .filter((id) => id > 0),
      ),
    [given],
  );
}
