import type { ItemView } from '@atelier/contracts/repair-detail/schema.ts';
import { useQuery } from '@tanstack/react-query';
import { ShieldCheck, ShieldX } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { classNames } from '@atelier/ui/class-names.ts';
import { Select } from '@atelier/ui/controls/select.tsx';
import { Tag } from '@atelier/ui/feedback/tag.tsx';
import { useCommand } from '../../../lib/api/use-command.ts';
import { useStaffFormat } from '../../../lib/session/use-session.ts';
import { PieceImage } from '../../../shared/item/piece-image.tsx';
import { reasonsQuery, useReasonName, useTextIn } from '../../../shared/item/reasons.ts';
import type { TickKind, Ticks } from './ticks.ts';

export interface CheckRowProps {
  item: ItemView;
  isCurrent: boolean;
  ticks: Ticks;
  onTick: (kind: TickKind, id: number) => void;
  onFocus: () => void;
}

/** A piece of the package: what the shop says of it, its warranty, and the two ticks. */
export function CheckRow({ item, isCurrent, ticks, onTick, onFocus }: CheckRowProps) {
  const { t } = useTranslation('decisions');
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isCurrent) row.current?.scrollIntoView({ block: 'nearest' });
  }, [isCurrent]);
  const isNamed = item.product_name.toLowerCase().includes(item.product_metal.toLowerCase());
  const words = [isNamed ? '' : item.product_metal, item.product_size];
  const isWrong = ticks.wrong.has(item.id);
  return (
    <li
      ref={row}
      className={classNames('sav-row', isCurrent && 'current')}
      aria-current={isCurrent}
      data-testid={`sav-row-${item.number}`}
    >
      <PieceImage kind={item.product_kind} src={item.product_image} size={84} />
      <span className="sav-piece">
        <bdi className="strong num">{item.number}</bdi>
        <bdi>{item.product_name}</bdi>
        <bdi className="small muted">{words.filter((word) => word !== '').join(' · ')}</bdi>
      </span>
      <ShopSays item={item} isWrong={isWrong} />
      <Warranty item={item} />
      {(['wrong', 'without'] as const).map((kind) => (
        <label key={kind} className="sav-tick">
          <input
            type="checkbox"
            checked={ticks[kind].has(item.id)}
            onFocus={onFocus}
            onChange={() => onTick(kind, item.id)}
            aria-label={`${item.number}: ${t(`savCheck.tick.${kind}`)}`}
            data-testid={`sav-${kind}-${item.number}`}
          />
          <span className="sav-tick-word small" aria-hidden>
            {t(`savCheck.tick.${kind}`)}
          </span>
        </label>
      ))}
    </li>
  );
}

/** The shop's reasons; where they are wrong, struck through, with the factory's own to choose. */
function ShopSays({ item, isWrong }: { item: ItemView; isWrong: boolean }) {
  const { t } = useTranslation('decisions');
  const format = useStaffFormat();
  const reasons = useQuery(reasonsQuery()).data?.data;
  const nameOf = useReasonName(reasons);
  const inWords = useTextIn();
  const claimed = item.rma_item_to_reason.map((one) => one.rma_item_reason_id);
  const save = useCommand((reason: number) => ({
    path: '/operationAddSav',
    body: { id: item.id, findings: { reasons: [reason] } },
  }));
  const said = format.list(item.rma_item_to_reason.map((one) => nameOf(one.rma_item_reason_id, one.Name)));
  const [found] = save.variables === undefined ? item.FactoryReasons : [save.variables];
  const chosen = found !== undefined && !claimed.includes(found) ? String(found) : '';
  if (!isWrong) return <span className="sav-says">{said}</span>;
  return (
    <span className="sav-says">
      <s className="small faint">{said}</s>
      <Select
        label={t('savCheck.rightReason')}
        hideLabel
        placeholder={t('savCheck.rightReason')}
        value={chosen}
        onChange={(event) => event.target.value !== '' && save.mutate(Number(event.target.value))}
        options={(reasons ?? [])
          .filter(({ id }) => !claimed.includes(id))
          .map(({ id, names }) => ({ value: String(id), label: inWords(names) }))}
        testId={`sav-reason-${item.number}`}
      />
    </span>
  );
}

/** In or out of warranty, until when and since when; the dates of the deposit. */
function Warranty({ item }: { item: ItemView }) {
  const { t } = useTranslation('decisions');
  const format = useStaffFormat();
  const { is_under_warranty: isIn, purchase_date: bought, warranty_until: until } = item;
  const Icon = isIn ? ShieldCheck : ShieldX;
  const words =
    until === null
      ? t('savCheck.noPurchase')
      : t(isIn ? 'savCheck.until' : 'savCheck.ended', { date: format.date(until) });
  return (
    <span className="sav-warranty" data-in={isIn}>
      <Tag icon={<Icon size={14} aria-hidden />} className={isIn ? 'good' : 'warn'}>
        {words}
      </Tag>
      <span className="small muted">
        {item.isHasPuchaseRecords && bought !== null
          ? t('savCheck.bought', { date: format.date(bought) })
          : bought === null
            ? t('savCheck.noPurchase')
            : t('savCheck.boughtUnproven', { date: format.date(bought) })}
      </span>
    </span>
  );
}
