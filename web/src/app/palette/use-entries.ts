import { useSettled } from '../../shared/queries/use-settled.ts';
import { holds, wantedBy, type Entry } from './entry.ts';
import {
  useActions,
  useClientActions,
  useGuideAction,
  useListAction,
  usePickupAction,
} from './use-actions.tsx';
import { useBadgeAction } from './use-badge.tsx';
import { useFoundPackages, useFoundPeople } from './use-found-more.tsx';
import { useFoundClients, useFoundPieces, type Found } from './use-found.tsx';
import { useSavedViews, useScreens } from './use-screens.tsx';

export interface FoundEntries extends Found {
  /** What is marked in the lines. */
  readonly words: string;
}

const TYPING_PAUSE_MS = 160;

interface Openers {
  readonly onGo: (path: string) => void;
  readonly onKeys: () => void;
  readonly onPast: () => void;
}

/** Everything that what was typed finds, in no order yet. The server is asked once the typing pauses. */
export function useEntries(text: string, { onKeys, onPast, onGo }: Openers): FoundEntries {
  const { words, onlyActions } = wantedBy(text);
  const settled = useSettled(words, TYPING_PAUSE_MS);
  const asked = onlyActions || text === '?' ? '' : settled;
  const clients = useFoundClients(asked);
  const pieces = useFoundPieces(asked);
  const parts = [pieces, clients, useFoundPackages(asked), useFoundPeople(asked)];
  const actions = useActions(onKeys, onPast).filter(({ title }) => holds(title, words));
  const guides = useGuideAction(actions.length === 0 ? words : '');
  const [client, ...others] = clients.clients;
  const handOver = usePickupAction(pieces.entries);
  const forClient = useClientActions(others.length === 0 ? client : undefined);
  const screens = useScreens(words);
  const rest = [
    ...screens,
    ...useSavedViews(words),
    ...useListAction(pieces.entries.length === 0 ? '' : asked),
  ];
  const badge = useBadgeAction(onlyActions ? '' : words, onGo);
  const found: readonly Entry[] = onlyActions
    ? [...actions, ...guides]
    : [
        ...parts.flatMap((part) => part.entries),
        ...handOver,
        ...forClient,
        ...(words === '' ? [] : actions),
        ...rest,
      ];
  const isPending = settled !== words || parts.some((part) => part.isPending);
  const entries = found.length === 0 && !isPending ? badge : found;
  return { entries, words, isPending };
}
