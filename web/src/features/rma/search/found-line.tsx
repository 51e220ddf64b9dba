import { useTranslation } from 'react-i18next';
import { classNames } from '@atelier/ui/class-names.ts';
import { Tag } from '@atelier/ui/feedback/tag.tsx';
import { useWash } from '@atelier/ui/feedback/use-wash.ts';
import { useNewestItem } from '../../../live/rows.ts';
import { AgeCell, PieceCell, StageCell } from '../../../shared/item/piece-cells.tsx';
import { FoundOption } from './found-option.tsx';
import { matchedText, type FoundRow } from './found-rows.ts';

interface FoundLineProps {
  id: string;
  row: FoundRow;
  isActive: boolean;
  isOpen: boolean;
  onPoint: () => void;
  onOpen: () => void;
}

/** A found piece: what matched, whose it is, and where it stands now, also when that changes while one looks. */
export function FoundLine({ id, row, isActive, isOpen, onPoint, onOpen }: FoundLineProps) {
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
        <bdi className="num clip">{matchedText(row.field, row.hit)}</bdi>
        {row.hit.exact && <Tag>{t('rma.exact')}</Tag>}
      </span>
      <bdi className="clip muted">{item.fullname || item.store_name}</bdi>
      <StageCell status={item.rma_status_id} bar={false} />
      <AgeCell item={item} />
    </FoundOption>
  );
}
