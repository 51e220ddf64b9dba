import type { ItemView } from '@atelier/contracts/repair-detail/schema.ts';
import { Vault } from 'lucide-react';
import { usePlaceWords } from './use-place-words.ts';
import './storage-place.css';

/** Where a piece is kept, as the shop's furniture is labelled: the hand goes there next. */
export function StoragePlace({ place }: { place: NonNullable<ItemView['storage']> }) {
  const [first, second] = usePlaceWords()(place);
  return (
    <span className="storage-place" data-testid="storage-place">
      <Vault size={22} aria-hidden />
      <span>
        <bdi className="storage-first">{first}</bdi>
        {second !== undefined && <bdi className="small">{second}</bdi>}
      </span>
    </span>
  );
}
