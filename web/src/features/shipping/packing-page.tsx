import type { ItemView } from '@atelier/domain/rma/schema.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SegmentedControl } from '../../ui/choice.tsx';
import { Banner } from '../../ui/states.tsx';
import { errorWords } from '../../lib/api/notice-error.ts';
import { useSession } from '../../lib/session/use-session.ts';
import { useWedge } from '../../lib/wedge/use-wedge.ts';
import type { OpenCamera } from '../../shared/camera/camera-scan.tsx';
import { CameraButton, CameraPanel } from '../../shared/camera/camera-scan.tsx';
import { soundVerdict } from '../../shared/item/tones.ts';
import type { ScreenVerdict } from '../../shared/item/verdicts.ts';
import { VERDICT_TONE } from '../../shared/item/verdicts.ts';
import { CandidatesPanel } from './candidates-panel.tsx';
import { ContentsPanel } from './contents-panel.tsx';
import { DestinationField } from './destination-field.tsx';
import { OutboundPanel } from './outbound-panel.tsx';
import { isOpen, KINDS, wayOf } from './package-queries.ts';
import type { PackingWay } from './package-queries.ts';
import { ScanStrip } from './scan-strip.tsx';
import type { StripNote } from './scan-strip.tsx';
import { PackageSendPanel } from './send-panel.tsx';
import { SentPanel } from './sent-panel.tsx';
import { TrackingBar } from './tracking-bar.tsx';
import { usePackingScan } from './use-packing-scan.ts';
import { usePreselected, useTracking, useWay } from './use-packing-params.ts';
import { useCandidates, usePacking } from './use-packing.ts';
import './packing-page.css';

const TITLES = {
  workshop: 'shipping:candidates.title',
  shop: 'sending:candidates.home',
  store: 'shipping:candidates.titleFactory',
  client: 'shipping:candidates.titleFactory',
} as const satisfies Record<PackingWay, string>;

/** Scan or pick, check, price, sign and send: one page from the empty box to the courier (product/shipping.md §3, §4). */
export function PackingPage({ ways }: { ways: readonly PackingWay[] }) {
  const { t } = useTranslation(['shipping', 'sending', 'values']);
  const { site } = useSession().view;
  const [tracking, setTracking] = useTracking();
  const [chosenWay, setWay] = useWay(ways);
  const [destination, setDestination] = useState<number | null>(null);
  const packing = usePacking(chosenWay, tracking, destination);
  const { view, shipment } = packing;
  // A package that is there goes its own way, whatever was chosen for the next one.
  const way = (shipment && wayOf(shipment, ways)) ?? chosenWay;
  const candidates = useCandidates(KINDS[way]);
  const items = view?.items ?? [];
  const all = packable(candidates.rows, way, site?.id ?? 0);
  const rows = loose(all, items, shipment?.to?.id ?? null, way);
  const preselected = usePreselected();
  const [note, setNote] = useState<StripNote | null>(null);
  const [camera, setCamera] = useState<OpenCamera>(null);

  const tell = (verdict: ScreenVerdict, text: string) => {
    soundVerdict(verdict);
    setNote({ tone: VERDICT_TONE[verdict], text });
  };
  const add = (ids: readonly number[], number?: string) =>
    packing.bind.mutate(ids, {
      onSuccess: () => number !== undefined && tell('accepted', t('shipping:contents.added', { number })),
      onError: () => number !== undefined && tell('wrong_stage', t('shipping:contents.notAdded', { number })),
    });
  const onScan = usePackingScan({
    tracking,
    candidates: all,
    items,
    onTracking: setTracking,
    onAdd: add,
    tell,
  });
  useWedge({ onScan });
  const isGone = shipment !== null && !isOpen(shipment);
  const done = () => {
    packing.refresh();
    setTracking('');
    setNote(null);
  };
  const idle = tracking === '' ? t('shipping:tracking.scanHere') : t('shipping:contents.emptyBody');
  return (
    <div className="packing" data-testid="packing-page" data-order-type={KINDS[way].orderType}>
      <div className="stack">
        <div className="panel panel-body stack">
          {shipment === null && (
            <SegmentedControl
              label={t('sending:way.label')}
              value={way}
              options={ways.map((value) => ({
                value,
                label: t([`sending:way.${value}`, `values:way.${value}`]),
              }))}
              onChange={setWay}
              testId="way"
            />
          )}
          <div className="tracking-row">
            <TrackingBar
              tracking={shipment?.tracking_no ?? tracking}
              formerly={shipment?.former_tracking_nos ?? []}
              onTracking={setTracking}
            />
            {(way === 'workshop' || shipment !== null) && (
              <DestinationField shipment={shipment} value={destination} onChange={setDestination} />
            )}
          </div>
          {camera !== null && <CameraPanel memory={camera} onCode={onScan} onClose={() => setCamera(null)} />}
          {!isGone && (
            <div className="row">
              <ScanStrip note={note ?? { tone: 'idle', text: idle }} />
              <CameraButton camera={camera} onCamera={setCamera} />
            </div>
          )}
        </div>
        {packing.pack.isError && (
          <Banner tone="error" title={t('shipping:check.failed')}>
            {errorWords(packing.pack.error).title}
          </Banner>
        )}
        {tracking !== '' && (
          <ContentsPanel
            items={items}
            shipment={shipment}
            prices={view?.prices ?? []}
            blocking={isGone ? [] : (view?.blocking ?? [])}
            onRemove={(id) => packing.unbind.mutate([id])}
          />
        )}
        {!isGone && (
          <CandidatesPanel
            key={`${tracking === '' ? 'none' : 'some'} ${way}`}
            title={t(TITLES[way])}
            emptyTitle={t(way === 'shop' ? 'sending:candidates.homeEmpty' : 'shipping:candidates.empty')}
            query={candidates.query}
            rows={rows}
            withStore={way !== 'workshop'}
            preselected={preselected}
            blocked={tracking === '' ? t('shipping:tracking.required') : undefined}
            isBusy={packing.bind.isPending}
            onAdd={add}
          />
        )}
        {tracking === '' && <OutboundPanel ways={ways} onOpen={setTracking} />}
      </div>
      {isGone && view !== null ? (
        <SentPanel
          key={shipment.id}
          shipment={shipment}
          view={view}
          onRenumbered={setTracking}
          onNext={done}
          onChanged={packing.refresh}
        />
      ) : (
        <PackageSendPanel
          key={tracking}
          kind={KINDS[way]}
          tracking={shipment?.tracking_no ?? tracking}
          view={view}
          isChecking={packing.pack.isFetching || packing.bind.isPending || packing.unbind.isPending}
          onSent={done}
          onStale={packing.refresh}
          onRenumbered={setTracking}
        />
      )}
    </div>
  );
}

/** A package to another shop takes what is not of this one. */
function packable(all: readonly ItemView[], way: PackingWay, siteId: number): readonly ItemView[] {
  return way === 'shop' ? all.filter((row) => row.store_id !== siteId) : all;
}

/** What may still go in: not in yet, and only pieces of the shop this package goes to. */
function loose(
  all: readonly ItemView[],
  packed: readonly ItemView[],
  toStore: number | null,
  way: PackingWay,
): ItemView[] {
  const inside = new Set(packed.map(({ id }) => id));
  const isForOne = way !== 'workshop' && toStore !== null;
  return all.filter((row) => !inside.has(row.id) && (!isForOne || row.store_id === toStore));
}
