import { SEARCH_FIELDS, SEARCH_LENGTH, type SearchField } from '@atelier/domain/repair-list/contract.ts';
import type { RmaSearchView } from '@atelier/contracts/repair-list/search-schema.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Banner, EmptyState, Skeleton } from '@atelier/ui/feedback/states.tsx';
import type { ApiResponse } from '../../../lib/api/client.ts';
import { useSession, useStaffFormat } from '../../../lib/session/use-session.ts';
import { type FoundRow, matchedText } from './found-rows.ts';
import { SearchFailed } from './search-failed.tsx';
import type { SearchState } from './use-search-state.ts';
import {
  type LucideIcon,
  AtSign,
  Barcode,
  BadgeCheck,
  Hash,
  Phone,
  ReceiptText,
  ShoppingBag,
  Tag as TagIcon,
  Truck,
  User,
} from 'lucide-react';
import { classNames } from '@atelier/ui/class-names.ts';
import { Tag } from '@atelier/ui/feedback/tag.tsx';
import { useWash } from '@atelier/ui/feedback/use-wash.ts';
import { useNewestItem } from '../../../live/rows.ts';
import { AgeCell, PieceCell, StageCell } from '../../../shared/item/piece-cells.tsx';
import { FoundOption } from './found-option.tsx';

const FIELD_ICONS: Readonly<Record<SearchField, LucideIcon>> = {
  number: Hash,
  tracking: Truck,
  invoice: ReceiptText,
  order: ShoppingBag,
  serial: Barcode,
  certificate: BadgeCheck,
  phone: Phone,
  email: AtSign,
  name: User,
  sku: TagIcon,
};

/** Fields that operation is neither shown nor answered by. */
const SHOP_ONLY: ReadonlySet<SearchField> = new Set(['phone', 'email']);

interface SearchAnswerProps {
  state: SearchState;
  change: (part: Partial<SearchState>) => void;
  answer: UseQueryResult<ApiResponse<RmaSearchView>>;
  rows: readonly FoundRow[];
  listId: string;
  active: number;
  onPoint: (index: number) => void;
  onOpen: (row: FoundRow) => void;
}

/** What the box found: groups by what matched, or why there are none. */
export function SearchAnswer(props: SearchAnswerProps) {
  const { t } = useTranslation('search');
  const { state, answer, rows } = props;
  if (state.q.length < SEARCH_LENGTH.least) return <WhatItFinds isShort={state.q !== ''} />;
  if (answer.isPending) return <Skeleton rows={6} height={52} gap={12} />;
  if (answer.isError && answer.data === undefined) return <SearchFailed answer={answer} />;
  const view = answer.data?.data;
  if (view === undefined || view.groups.length === 0) {
    return (
      <EmptyState title={t('rma.none', { q: state.q })} testId="search-none">
        {t('rma.noneBody')}
      </EmptyState>
    );
  }
  return (
    <div className="stack search-answer" data-waiting={answer.isPlaceholderData || undefined}>
      <Kinds
        view={view}
        pieces={answer.data?.total ?? 0}
        by={state.by}
        onChoose={(by) => props.change({ by })}
      />
      {view.more && <Banner tone="info">{t('rma.more')}</Banner>}
      <Groups {...props} view={view} rows={rows} />
    </div>
  );
}

/** The groups as chips with their counts: one press shows one of them alone. */
function Kinds({
  view,
  pieces,
  by,
  onChoose,
}: {
  view: RmaSearchView;
  pieces: number;
  by: SearchField | null;
  onChoose: (by: SearchField | null) => void;
}) {
  const { t } = useTranslation('search');
  const { number } = useStaffFormat();
  return (
    <div className="row wrap">
      <div className="flex wrap gap-6" role="group" aria-label={t('rma.kinds')}>
        <button type="button" className="chip" aria-pressed={by === null} onClick={() => onChoose(null)}>
          {t('rma.all')}
        </button>
        {view.groups.map(({ field, total }) => (
          <button
            key={field}
            type="button"
            className="chip"
            aria-pressed={by === field}
            onClick={() => onChoose(by === field ? null : field)}
            data-testid={`kind-${field}`}
          >
            {t(`field.${field}`)}
            <span className="chip-count num">{number(total)}</span>
          </button>
        ))}
      </div>
      <span className="small muted push" role="status" data-testid="search-count">
        {t('rma.found', { count: pieces, total: number(pieces) })}
      </span>
    </div>
  );
}

function Groups({
  view,
  state,
  rows,
  listId,
  active,
  onPoint,
  onOpen,
}: SearchAnswerProps & { view: RmaSearchView }) {
  const { t } = useTranslation('search');
  const { number } = useStaffFormat();
  return (
    <div className="stack" data-testid="search-results">
      {/* The lines stand in groups with headings and links, which no listbox may hold: it owns them from here. */}
      <div
        id={listId}
        role="listbox"
        className="sr-only"
        aria-label={t('rma.label')}
        aria-owns={rows.map(({ key }) => `${listId}-${key}`).join(' ')}
      />
      {view.groups
        .filter(({ field }) => state.by === null || field === state.by)
        .map(({ field, total, hits }) => {
          const Icon = FIELD_ICONS[field];
          return (
            <section key={field} className="panel" data-field={field}>
              <header>
                <Icon size={16} aria-hidden className="muted" />
                <h2>{t(`field.${field}`)}</h2>
                <span className="small faint num">{number(total)}</span>
              </header>
              {rows.map(
                (row, index) =>
                  row.field === field && (
                    <FoundLine
                      key={row.key}
                      id={`${listId}-${row.key}`}
                      row={row}
                      isActive={index === active}
                      isOpen={row.hit.item.id === state.open?.itemId}
                      onPoint={() => onPoint(index)}
                      onOpen={() => onOpen(row)}
                    />
                  ),
              )}
              {total > hits.length && <AllInList q={state.q} total={number(total)} />}
            </section>
          );
        })}
    </div>
  );
}

/** The rest of a long group is the list's business: sorted, filtered and paged. */
function AllInList({ q, total }: { q: string; total: string }) {
  const { t } = useTranslation('search');
  const isShop = useSession().view.user.user_type === 'shop';
  const path = isShop ? '/listRma' : '/operation/listRma';
  return (
    <div className="panel-foot">
      <Link className="link small" to={`${path}?q=${encodeURIComponent(q)}`} data-testid="search-all">
        {t('rma.showAll', { total })}
      </Link>
    </div>
  );
}

/** Before anything is typed: what the box understands, in the forms people have it in. */
function WhatItFinds({ isShort }: { isShort: boolean }) {
  const { t } = useTranslation('search');
  const isShop = useSession().view.user.user_type === 'shop';
  return (
    <section className="panel search-start" data-testid="search-start">
      <header>
        <h2>{t(isShort ? 'rma.short' : 'rma.start')}</h2>
      </header>
      <ul>
        {SEARCH_FIELDS.filter((field) => isShop || !SHOP_ONLY.has(field)).map((field) => {
          const Icon = FIELD_ICONS[field];
          return (
            <li key={field}>
              <Icon size={17} aria-hidden />
              <span>{t(`field.${field}`)}</span>
              <bdi className="small faint num">{t(`example.${field}`)}</bdi>
            </li>
          );
        })}
      </ul>
      <p className="panel-foot small muted">{t('rma.hint')}</p>
    </section>
  );
}

interface FoundLineProps {
  id: string;
  row: FoundRow;
  isActive: boolean;
  isOpen: boolean;
  onPoint: () => void;
  onOpen: () => void;
}

/** A found piece: what matched, whose it is, and where it stands now, also when that changes while one looks. */
function FoundLine({ id, row, isActive, isOpen, onPoint, onOpen }: FoundLineProps) {
  const { t } = useTranslation('search');
  const item = useNewestItem(row.hit.item);
  const washed = useWash(item.version);
  return (
    <FoundOption
      id={id}
      className={classNames('found', isActive && 'active', isOpen && 'open', washed && 'washed')}
      isActive={isActive}
      onPoint={onPoint}
      onOpen={onOpen}
      data-item={item.id}
    >
      <PieceCell item={item} />
      <span className="found-match row gap-8 strong">
        {/* The piece's own number stands before it. */}
        {row.field !== 'number' && <bdi className="num clip">{matchedText(row.field, row.hit)}</bdi>}
        {row.hit.exact && <Tag>{t('rma.exact')}</Tag>}
      </span>
      <bdi className="clip muted">{item.fullname || item.store_name}</bdi>
      <StageCell status={item.rma_status_id} bar={false} />
      <AgeCell item={item} />
    </FoundOption>
  );
}
