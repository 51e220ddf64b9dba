import type { ItemView } from '@atelier/contracts/repair-detail/schema.ts';
import { Vault } from 'lucide-react';
import './storage-place.css';

type Place = NonNullable<ItemView['storage']>;

/** The parts of a place, the nearest first: the tray, then the safe that holds it. */
export const placeParts = ({ safe, tray }: Place): string[] => [tray, safe].filter((part) => part !== '');

/** Where a piece is kept, as the shop's furniture is labelled: the hand goes there next. */
export function StoragePlace({ place }: { place: Place }) {
  const [first, second] = placeParts(place);
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
