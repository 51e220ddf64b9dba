import type { ContactView } from '@atelier/contracts/reference/schema.ts';
import {
  BookOpen,
  Hand,
  History,
  Keyboard,
  Languages,
  List,
  LogOut,
  Mail,
  PanelLeft,
  Phone,
  Plus,
  SunMoon,
} from 'lucide-react';
import { Status } from '@atelier/domain/shared/status.ts';
import { useTranslation } from 'react-i18next';
import { chooseTheme } from '@atelier/ui/theme/theme.ts';
import { changeLanguage } from '../../lib/i18n/i18n.ts';
import { LANGUAGES } from '../../lib/i18n/languages.ts';
import { logOut } from '../../lib/session/end-of-session.ts';
import { usePermission, useSession } from '../../lib/session/use-session.ts';
import { foldSidebar, useSidebarFolded } from '../layout/ui-state.ts';
import type { Entry } from './entry.ts';
import { nameOfClient } from './use-found.tsx';

type Action = Omit<Entry, 'group'>;

const asEntry = (action: Action): Entry => ({ ...action, group: 'actions' });

const THEMES = ['system', 'light', 'dark'] as const;

/** What can be done from anywhere. */
export function useActions(onKeys: () => void, onPast: () => void): readonly Entry[] {
  const { t } = useTranslation(['palette', 'shell']);
  const isFolded = useSidebarFolded();
  const actions: Action[] = [
    { key: 'past', title: t('shell:past'), icon: <History aria-hidden />, run: onPast },
    {
      key: 'keys',
      title: t('palette:keys.title'),
      icon: <Keyboard aria-hidden />,
      shortcut: 'everywhere.keys',
      run: onKeys,
    },
    {
      key: 'documentation',
      title: t('shell:documentation'),
      icon: <BookOpen aria-hidden />,
      to: '/documentation',
    },
    {
      key: 'fold',
      title: t(isFolded ? 'shell:unfold' : 'shell:fold'),
      icon: <PanelLeft aria-hidden />,
      run: () => foldSidebar(!isFolded),
    },
    ...THEMES.map((theme) => ({
      key: `theme-${theme}`,
      title: `${t('shell:theme.label')}: ${t(`shell:theme.${theme}`)}`,
      icon: <SunMoon aria-hidden />,
      run: () => chooseTheme(theme),
    })),
    ...LANGUAGES.map(({ tag, name }) => ({
      key: `language-${tag}`,
      title: `${t('shell:language')}: ${name}`,
      icon: <Languages aria-hidden />,
      run: () => void changeLanguage(tag),
    })),
    { key: 'logout', title: t('shell:logout'), icon: <LogOut aria-hidden />, run: () => void logOut() },
  ];
  return actions.map(asEntry);
}

/** What can be done for a client. */
export function useClientActions(client: ContactView | undefined): readonly Entry[] {
  const { t } = useTranslation('palette');
  const mayRequest = usePermission('view request new rma page');
  if (client === undefined) return [];
  const name = nameOfClient(client);
  const goTo = (address: string) => () => location.assign(address);
  const phone = client.fullphone.replaceAll(' ', '');
  const actions: Action[] = [];
  if (mayRequest && client.id !== null)
    actions.push({
      key: 'deposit-for',
      title: t('action.depositFor', { name }),
      icon: <Plus aria-hidden />,
      shortcut: 'palette.deposit',
      to: `/createRma?customer_id=${client.id}`,
    });
  if (phone !== '')
    actions.push({
      key: 'call',
      title: t('action.call', { name }),
      note: client.fullphone,
      icon: <Phone aria-hidden />,
      shortcut: 'palette.call',
      run: goTo(`tel:${phone}`),
    });
  if (client.email !== null)
    actions.push({
      key: 'email',
      title: t('action.email', { name }),
      note: client.email,
      icon: <Mail aria-hidden />,
      shortcut: 'palette.email',
      run: goTo(`mailto:${client.email}`),
    });
  return actions.map(asEntry);
}

/** The pickup of the one client whose ready piece was found. */
export function usePickupAction(pieces: readonly Entry[]): readonly Entry[] {
  const { t } = useTranslation('palette');
  const mayHandOver = usePermission('shop handover');
  const ready = pieces.flatMap(({ about }) =>
    about !== undefined && 'item' in about && about.item.rma_status_id === Status.ShopReceived
      ? [about.item]
      : [],
  );
  const [first] = ready;
  if (!mayHandOver || first === undefined || ready.some(({ fullname }) => fullname !== first.fullname))
    return [];
  return [
    {
      key: 'hand-over',
      group: 'actions',
      title: t('action.handOver', { name: first.fullname }),
      note: ready.map(({ number }) => number).join(' · '),
      icon: <Hand aria-hidden />,
      shortcut: 'palette.handOver',
      to: `/pickup?id=${first.rma_id}`,
    },
  ];
}

/** The guides that say how something is done. */
export function useGuideAction(words: string): readonly Entry[] {
  const { t } = useTranslation('palette');
  if (words === '') return [];
  const to = `/documentation?q=${encodeURIComponent(words)}`;
  return [
    asEntry({ key: 'guides', title: t('action.guides', { words }), icon: <BookOpen aria-hidden />, to }),
  ];
}

/** The list of pieces with the words in its own box. */
export function useListAction(words: string): readonly Entry[] {
  const { t } = useTranslation('palette');
  const isShop = useSession().view.user.user_type === 'shop';
  const mayShop = usePermission('view list all rma page');
  const mayOperation = usePermission('view list all rma page for operation');
  if (words === '' || !(isShop ? mayShop : mayOperation)) return [];
  const path = isShop ? '/listRma' : '/operation/listRma';
  return [
    {
      key: 'list-of',
      group: 'screens',
      title: t('action.listOf', { words }),
      icon: <List aria-hidden />,
      to: `${path}?q=${encodeURIComponent(words)}`,
    },
  ];
}
