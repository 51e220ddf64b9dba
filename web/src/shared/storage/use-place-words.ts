import type { ItemView } from '@atelier/contracts/repair-detail/schema.ts';
import { useTranslation } from 'react-i18next';

type Place = NonNullable<ItemView['storage']>;

const NUMBER_ALONE = /^\d+$/u;

/**
 * The parts of a place, the nearest first: the tray, then the safe that holds it. They stand as the shop's furniture is
 * labelled; a number alone says which of the two it counts.
 */
export function usePlaceWords(): (place: Place) => string[] {
  const { t } = useTranslation('terms');
  return (place) =>
    (['tray', 'safe'] as const).flatMap((part) => {
      const label = place[part];
      if (label === '') return [];
      return NUMBER_ALONE.test(label) ? [`${t(`field.${part}`)} ${label}`] : [label];
    });
}
