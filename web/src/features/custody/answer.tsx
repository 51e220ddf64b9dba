import type { CustodyRow, CustodyView } from '@atelier/contracts/custody/schema.ts';
import { ArrowRight, Gem, PackageOpen } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@atelier/ui/controls/button.tsx';
import { Panel } from '@atelier/ui/layout/panel.tsx';
import { PieceImage } from '../../shared/item/piece-image.tsx';
import { EmptyState } from '@atelier/ui/feedback/states.tsx';
import { PhaseTag } from '../../shared/item/phase-tag.tsx';
import { useWash } from '@atelier/ui/feedback/use-wash.ts';
import { useStaffFormat } from '../../lib/session/use-session.ts';
import { phaseOf } from '../../shared/item/stage.ts';
import { CustodyChain } from '../../shared/custody/chain.tsx';
import { CUSTODY_PAGE } from '../../shared/custody/queries.ts';
import { LinkedPieces } from '../../shared/custody/custody-part.tsx';
import { Holder, Since } from '../../shared/custody/holder.tsx';
import { Pager } from '../../shared/paged-table/pager.tsx';
import type { CustodyState } from './use-custody-state.ts';

interface AnswerProps {
  view: CustodyView;
  total: number;
  state: CustodyState;
  change: (part: Partial<CustodyState>) => void;
}

/** Who holds it, or what it holds, at the moment asked for. */
export function Answer(props: AnswerProps) {
  const { view } = props;
  switch (view.of) {
    case 'item':
      return <ItemAnswer {...props} view={view} />;
    case 'site':
      return <SiteAnswer {...props} view={view} />;
    case 'shipment':
      return <PackageAnswer {...props} view={view} />;
  }
}

type Of<Kind extends CustodyView['of']> = AnswerProps & { view: Extract<CustodyView, { of: Kind }> };

function ItemAnswer({ view, state, change }: Of<'item'>) {
  const { t } = useTranslation('custody');
  const { item, held } = view;
  return (
    <Panel
      padded
      testId="custody-answer"
      title={<bdi>{item.number}</bdi>}
      aside={<bdi>{item.product_name}</bdi>}
      action={
        <Button
          variant="quiet"
          onClick={() => change({ rma: item.rma_id, item: item.id, page: state.page })}
          testId="custody-open"
        >
          {t('open')}
        </Button>
      }
    >
      <div className="stack gap-18">
        {held === null ? (
          <EmptyState title={t('notYet')} icon={<Gem aria-hidden />} testId="custody-not-yet" />
        ) : (
          <div className="held-now stack gap-6 rounded">
            <span className="small muted">{t(view.at === null ? 'heldBy' : 'wasHeldBy')}</span>
            <Holder holder={held.holder} />
            <Since span={held} />
          </div>
        )}
        {view.chain.length > 0 && <CustodyChain chain={view.chain} at={view.at} />}
        <LinkedPieces from={view.linked_from} to={view.linked_to} />
      </div>
    </Panel>
  );
}

function SiteAnswer({ view, total, state, change }: Of<'site'>) {
  const { t } = useTranslation('custody');
  const format = useStaffFormat();
  const tense = view.at === null ? 'holds' : 'held';
  const sentence = t(`site.${state.kept ? 'kept' : tense}`, {
    site: view.site.name,
    count: total,
    number: format.number(total),
  });
  const choose = (kept: boolean) => (
    <Button variant="quiet" onClick={() => change({ kept })} testId="custody-kept">
      {t(kept ? 'site.showKept' : 'site.showHeld')}
    </Button>
  );
  return (
    <Rows
      {...{ view, total, state, change }}
      title={sentence}
      action={view.site.kind !== 'shop' && choose(!state.kept)}
    />
  );
}

function PackageAnswer({ view, total, state, change }: Of<'shipment'>) {
  const { t } = useTranslation(['custody', 'values']);
  const format = useStaffFormat();
  const { shipment, inside } = view;
  const sentence = t(view.at === null ? 'package.inside' : 'package.wasInside', {
    count: inside,
    number: format.number(inside),
    total: format.number(total),
  });
  const way = (
    <span className="custody-way gap-6 middle wrap">
      <bdi>{shipment.from.name}</bdi>
      <ArrowRight size={14} aria-hidden className="flip-rtl" />
      <bdi>{shipment.to?.name ?? t('values:holder.customer')}</bdi>
    </span>
  );
  return (
    <Rows
      {...{ view, total, state, change }}
      title={<bdi>{shipment.tracking_no}</bdi>}
      aside={way}
      lead={sentence}
      showsHolder
    />
  );
}

interface RowsProps extends AnswerProps {
  view: Extract<CustodyView, { rows: CustodyRow[] }>;
  title: ReactNode;
  aside?: ReactNode;
  action?: ReactNode;
  lead?: string;
  showsHolder?: boolean;
}

function Rows({ view, total, state, change, title, aside, action, lead, showsHolder = false }: RowsProps) {
  const { t } = useTranslation('custody');
  return (
    <Panel testId="custody-answer" title={title} {...(aside && { aside })} {...(action && { action })}>
      {lead !== undefined && (
        <p className="pad-12 line-below" data-testid="custody-inside">
          {lead}
        </p>
      )}
      {view.rows.length === 0 && (
        <EmptyState title={t('empty')} icon={<PackageOpen aria-hidden />} testId="custody-empty">
          {t('emptyBody')}
        </EmptyState>
      )}
      <ul className="custody-rows" data-testid="custody-rows">
        {view.rows.map((row) => (
          <Row
            key={`${row.item.id} ${row.held.piece}`}
            row={row}
            showsHolder={showsHolder}
            isOpen={state.item === row.item.id}
            onOpen={() => change({ rma: row.item.rma_id, item: row.item.id, page: state.page })}
          />
        ))}
      </ul>
      <Pager
        id="custody"
        total={total}
        pageSize={CUSTODY_PAGE}
        page={state.page}
        onPage={(page) => change({ page })}
      />
    </Panel>
  );
}

interface RowProps {
  row: CustodyRow;
  showsHolder: boolean;
  isOpen: boolean;
  onOpen: () => void;
}

function Row({ row: { item, held }, showsHolder, isOpen, onOpen }: RowProps) {
  const { t } = useTranslation(['custody', 'status']);
  const washed = useWash(held.position);
  return (
    <li className={washed ? 'washed' : undefined} data-item={item.id} data-open={isOpen || undefined}>
      <button type="button" className="custody-row grid middle fills pad-8 text-start" onClick={onOpen}>
        <PieceImage kind={item.product_kind} src={item.product_image} size={38} />
        <span className="custody-piece">
          <bdi className="strong clip">{item.number}</bdi>
          <bdi className="small muted clip">{item.product_name}</bdi>
        </span>
        <span className="custody-stage">
          <PhaseTag phase={phaseOf(item.rma_status_id)}>{t(`status:name.${item.rma_status_id}`)}</PhaseTag>
        </span>
        <span className="custody-held">
          {showsHolder && <Holder holder={held.holder} />}
          <Since span={held} />
        </span>
      </button>
    </li>
  );
}
