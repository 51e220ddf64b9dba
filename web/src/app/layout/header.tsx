import {
  BookOpen,
  Check,
  History,
  Keyboard,
  LogOut,
  Mail,
  Menu as MenuIcon,
  Monitor,
  Moon,
  Search,
  Sun,
  UserRoundCog,
} from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router-dom';
import { Button, IconButton } from '@atelier/ui/controls/button.tsx';
import { type MenuTriggerAttributes, Kbd, Menu } from '@atelier/ui/controls/menu.tsx';
import { hasUnseenChanges } from '../../lib/page/seen-changes.ts';
import { useCurrentPageHeader } from '../../lib/page/page-header.ts';
import { logOut } from '../../lib/session/end-of-session.ts';
import { isStation, signWorkerOut } from '../../lib/session/station.ts';
import { usePermission, useSession } from '../../lib/session/use-session.ts';
import { type ThemeChoice, chooseTheme, storedTheme } from '@atelier/ui/theme/theme.ts';
import { past } from '../../lib/time/past.ts';
import { screenAt } from '../routes.ts';
import { FreshnessDot } from './freshness-dot.tsx';
import { openPalette } from '../../lib/page/palette-state.ts';
import { initials } from '../../shared/item/initials.ts';

/** The page's title, how fresh it is, the search, where one stands and who one is. */
export function Header({ onMenu, onPast }: { onMenu?: () => void; onPast: () => void }) {
  const { t } = useTranslation('shell');
  const { view } = useSession();
  const { aside } = useCurrentPageHeader();
  const title = usePageTitle();
  return (
    <header className="top row gap-16">
      {onMenu && (
        <IconButton
          icon={<MenuIcon aria-hidden />}
          label={t('openMenu')}
          onClick={onMenu}
          testId="open-menu"
        />
      )}
      <h1 data-testid="page-title">{title}</h1>
      {past === null && <FreshnessDot />}
      {aside && <div className="top-aside shrinks muted nowrap">{aside}</div>}
      <button type="button" className="search" onClick={() => openPalette()} data-testid="open-palette">
        <Search aria-hidden />
        <span className="clip">{t('searchHint')}</span>
        <Kbd>/</Kbd>
      </button>
      {view.site && (
        <span className="small muted site-name nowrap">
          <bdi data-testid="site-name">{view.site.name}</bdi>
        </span>
      )}
      {view.worker && isStation(view) && <SwitchWorker name={view.worker.WorkerName} />}
      <PersonMenu onPast={onPast} />
    </header>
  );
}

/** Ends the worker's sign-in here and asks for the next one's badge. */
function SwitchWorker({ name }: { name: string }) {
  const { t } = useTranslation('shell');
  const navigate = useNavigate();
  const [isBusy, setBusy] = useState(false);
  const leave = async () => {
    setBusy(true);
    await signWorkerOut();
    void navigate('/operation/rmafactory/login');
  };
  return (
    <Button
      icon={<UserRoundCog size={16} aria-hidden />}
      label={t('switchWorker', { name })}
      busy={isBusy}
      className="switch-worker"
      onClick={() => void leave()}
      testId="switch-worker"
    >
      {t('switchWorkerShort')}
    </Button>
  );
}

/** The screen's own title, else the route's; it names the browser's tab too. */
function usePageTitle(): string {
  const { t } = useTranslation('shell');
  const own = useCurrentPageHeader().title;
  const { pathname } = useLocation();
  const route = screenAt(pathname);
  const title = own ?? (route ? t(route.title) : '');
  useEffect(() => {
    document.title = title ? `${title} · Atelier` : 'Atelier';
  }, [title]);
  return title;
}

/** Mails belong to accounts that see figures, one person each. */
function useMayMail(): boolean {
  const { view } = useSession();
  const seesShop = usePermission('view home page');
  const seesOperation = usePermission('operation dashboard');
  return past === null && !view.worker && (seesShop || seesOperation);
}

const THEMES = { system: Monitor, light: Sun, dark: Moon } as const;

function PersonMenu({ onPast }: { onPast: () => void }) {
  const { t } = useTranslation('shell');
  const { view } = useSession();
  const navigate = useNavigate();
  const [theme, setTheme] = useState<ThemeChoice>(storedTheme);
  const name = view.worker?.WorkerName ?? view.user.name;
  const hasNews = hasUnseenChanges(view.user.id);
  const mayMail = useMayMail();
  const choose = (choice: ThemeChoice) => {
    chooseTheme(choice);
    setTheme(choice);
  };
  const themes = (Object.keys(THEMES) as ThemeChoice[]).map((choice) => {
    const Icon = THEMES[choice];
    return {
      key: `theme-${choice}`,
      label: t(`theme.${choice}`),
      icon: <Icon aria-hidden />,
      checked: choice === theme,
      trail: choice === theme && <Check aria-hidden />,
      onSelect: () => choose(choice),
    };
  });
  const more = [
    {
      key: 'find',
      label: t('searchHint'),
      icon: <Search aria-hidden />,
      trail: <Kbd>/</Kbd>,
      onSelect: () => openPalette(),
    },
    {
      key: 'keys',
      label: t('keys'),
      icon: <Keyboard aria-hidden />,
      trail: <Kbd>?</Kbd>,
      onSelect: () => openPalette('?'),
    },
    { key: 'past', label: t('past'), icon: <History aria-hidden />, onSelect: onPast },
    ...(mayMail
      ? [
          {
            key: 'mails',
            label: t('title.ownMail'),
            icon: <Mail aria-hidden />,
            onSelect: () => void navigate('/insight/mail'),
          },
        ]
      : []),
    {
      key: 'documentation',
      label: t('documentation'),
      icon: <BookOpen aria-hidden />,
      trail: hasNews && <span className="new-dot" aria-hidden />,
      onSelect: () => void navigate('/documentation'),
    },
    {
      key: 'logout',
      label: t('logout'),
      icon: <LogOut aria-hidden className="flips" />,
      onSelect: () => void logOut(),
    },
  ];
  const trigger = (attributes: MenuTriggerAttributes) => (
    <button type="button" className="person" {...attributes} data-testid="person">
      <span className="person-name size-s strong clip" data-testid="user-name">
        <bdi>{name}</bdi>
      </span>
      <span className="avatar grid centred bold" aria-hidden>
        {initials(name)}
        {hasNews && <span className="new-dot" />}
      </span>
    </button>
  );
  return (
    <Menu
      label={t('account', { name })}
      testId="person-menu"
      groups={[
        { key: 'theme', label: t('theme.label'), items: themes },
        { key: 'more', items: more },
      ]}
      trigger={trigger}
    />
  );
}
