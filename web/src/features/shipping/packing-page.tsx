import { useTranslation } from 'react-i18next';
import { Split } from '@atelier/ui/layout/split.tsx';
import { SegmentedControl } from '@atelier/ui/controls/choice.tsx';
import { Banner } from '@atelier/ui/feedback/states.tsx';
import { errorWords } from '../../lib/api/notice-error.ts';
import { ScanBar } from '../../shared/scan-strip/scan-bar.tsx';
import { OutboundPanel, SentPanel } from './lazy-parts.tsx';
import { CandidatesPanel } from './candidates-panel.tsx';
import { ContentsPanel } from './contents-panel.tsx';
import { DestinationField } from './destination-field.tsx';
import { MoveHere } from './move-here.tsx';
import { KINDS, type PackingWay } from './queries.ts';
import { PackageSendPanel } from './send-panel.tsx';
import { TrackingBar } from './tracking-bar.tsx';
import { usePackingPage } from './use-packing-page.ts';
import { usePreselected } from './use-packing-params.ts';
import './packing-page.css';

const TITLES = {
  workshop: 'shipping:candidates.title',
  shop: 'sending:candidates.home',
  door: 'sending:candidates.door',
  store: 'shipping:candidates.titleFactory',
  client: 'shipping:candidates.titleFactory',
} as const satisfies Record<PackingWay, string>;

const EMPTY = {
  shop: 'sending:candidates.homeEmpty',
  door: 'sending:candidates.doorEmpty',
  workshop: 'shipping:candidates.empty',
  store: 'shipping:candidates.empty',
  client: 'shipping:candidates.empty',
} as const satisfies Record<PackingWay, string>;

interface PageProps {
  ways: readonly PackingWay[];
  page: ReturnType<typeof usePackingPage>;
}

/** Scan or pick, check, price, sign and send: one page from the empty box to the courier (product/shipping.md §3, §4). */
export function PackingPage({ ways }: Pick<PageProps, 'ways'>) {
  const { t } = useTranslation('shipping');
  const page = usePackingPage(ways);
  const preselected = usePreselected();
  const { tracking, way, packing, isGone } = page;
  const { view, shipment } = packing;
  return (
    <Split
      tracks="minmax(0, 1fr) 360px"
      className="packing"
      testId="packing-page"
      data-order-type={KINDS[way].orderType}
    >
      <div className="stack">
        <PackageHead ways={ways} page={page} />
        {packing.pack.isError && (
          <Banner tone="error" title={t('check.failed')}>
            {errorWords(packing.pack.error).title}
          </Banner>
        )}
        {tracking !== '' && (
          <ContentsPanel
            items={page.items}
            shipment={shipment}
            prices={view?.prices ?? []}
            blocking={isGone ? [] : (view?.blocking ?? [])}
            onRemove={(id) => packing.unbind.mutate([id])}
            queue={page.queue}
          />
        )}
        {!isGone && (
          <Candidates
            key={`${tracking === '' ? 'none' : 'some'} ${way} ${[...preselected].join()}`}
            page={page}
            preselected={preselected}
          />
        )}
        {tracking === '' && <OutboundPanel ways={ways} onOpen={page.setTracking} />}
      </div>
      {isGone && view !== null && shipment !== null ? (
        <SentPanel
          key={shipment.id}
          shipment={shipment}
          view={view}
          onRenumbered={page.setTracking}
          onNext={page.done}
          onChanged={packing.refresh}
        />
      ) : (
        <PackageSendPanel
          key={tracking}
          kind={KINDS[way]}
          tracking={shipment?.tracking_no ?? tracking}
          view={view}
          unresolved={page.queue.unresolved}
          isChecking={packing.pack.isFetching || packing.bind.isPending || packing.unbind.isPending}
          onSent={packing.refresh}
          onStale={packing.refresh}
          onRenumbered={page.setTracking}
        />
      )}
    </Split>
  );
}

/** Which package, by which way and where to; and what the last scan did. */
function PackageHead({ ways, page }: PageProps) {
  const { t } = useTranslation(['shipping', 'sending', 'values', 'packing']);
  const { tracking, way } = page;
  const { shipment } = page.packing;
  const idle = t(tracking === '' ? 'shipping:tracking.scanHere' : 'shipping:contents.emptyBody');
  return (
    <div className="panel panel-body stack">
      {shipment === null && (
        <SegmentedControl
          label={t('sending:way.label')}
          value={way}
          options={ways.map((value) => ({
            value,
            label: t([`sending:way.${value}`, `values:way.${value === 'door' ? 'client' : value}`]),
          }))}
          onChange={page.setWay}
          testId="way"
        />
      )}
      <div className="tracking-row flex wrap at-start">
        <TrackingBar
          tracking={shipment?.tracking_no ?? tracking}
          formerly={shipment?.former_tracking_nos ?? []}
          onTracking={page.setTracking}
        />
        {(way === 'workshop' || shipment !== null) && (
          <DestinationField shipment={shipment} value={page.destination} onChange={page.setDestination} />
        )}
      </div>
      {page.elsewhere !== null && !page.isGone && (
        <div className="row wrap" data-testid="elsewhere">
          <bdi className="strong num">{page.elsewhere.number}</bdi>
          <span>{t('packing:inDraft', { tracking: page.elsewhere.tracking_number })}</span>
          <MoveHere piece={page.elsewhere} move={page.move} />
        </div>
      )}
      <ScanBar note={page.isGone ? null : (page.note ?? { tone: 'idle', text: idle })} onCode={page.onScan} />
    </div>
  );
}

function Candidates({ page, preselected }: Pick<PageProps, 'page'> & { preselected: ReadonlySet<number> }) {
  const { t } = useTranslation(['shipping', 'sending']);
  const { way, tracking } = page;
  return (
    <CandidatesPanel
      title={t(TITLES[way])}
      emptyTitle={t(EMPTY[way])}
      query={page.candidates.query}
      rows={page.rows}
      withStore={way !== 'workshop'}
      preselected={preselected}
      blocked={tracking === '' ? t('shipping:tracking.required') : undefined}
      isBusy={page.packing.bind.isPending}
      onAdd={page.add}
      move={page.move}
    />
  );
}
