import { isAdministered, kindOfChange } from '@atelier/domain/audit/administered.ts';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useEventWords } from '../../shared/history/use-event-words.ts';
import type { FeedEntry } from './queries.ts';

type Worded = Pick<FeedEntry, 'type' | 'to_status' | 'move'>;

/** The sentence of any event: a piece's as in its timeline, an administrator's as among the changes, else one of our own. */
export function useAuditWords(): (event: Worded) => string {
  const { t } = useTranslation(['audit', 'changes', 'privacy', 'terms']);
  const itemWords = useEventWords();
  return useCallback(
    (event) => {
      const { type } = event;
      if (isAdministered(type))
        return `${t(`changes:kind.${kindOfChange(type)}`)}: ${t(`changes:event.${type}`)}`;
      return itemWords(event) || t([`audit:event.${type}`, `privacy:event.${type}`, 'audit:event.other']);
    },
    [t, itemWords],
  );
}

/** Who did it, as a reader knows them: at a station the worker, with the bench's account behind. */
export function useActorWords(): (event: Pick<FeedEntry, 'actor' | 'actor_id' | 'worker'>) => string {
  const { t } = useTranslation('audit');
  return useCallback(
    ({ actor, actor_id: id, worker }) => {
      const name =
        id === null ? t(`actor.${actor === 'customer' ? 'customer' : 'system'}`) : actor || `#${id}`;
      return worker === null ? name : `${worker} (${name})`;
    },
    [t],
  );
}
