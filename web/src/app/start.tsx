import { QueryClientProvider } from '@tanstack/react-query';
import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { followFocus } from '@atelier/ui/windows/focus-history.ts';
import { NoticeHost } from '@atelier/ui/feedback/notices.tsx';
import { connectApi } from '../lib/api/client.ts';
import { loadChunk } from '@atelier/ui/chunks/lazy-chunk.ts';
import { connectErasures } from '../lib/erased/erased.ts';
import { FIRST_TEXTS } from '../lib/i18n/first-texts.ts';
import { requireTexts, startI18n } from '../lib/i18n/i18n.ts';
import { queryClient } from '../lib/query/query-client.ts';
import { sessionEnded } from '../lib/session/end-of-session.ts';
import { askSiblings, listenToSiblings } from '../lib/session/session-share.ts';
import { currentSession, restoreSession } from '../lib/session/session-store.ts';
import { noteServerDate } from '../lib/time/server-clock.ts';
import { loadNameFacesWhenIdle } from '@atelier/ui/theme/fonts.ts';
import '@atelier/ui/theme/index.css';
import './layout/layout.css';
import { applyTheme, storedTheme } from '@atelier/ui/theme/theme.ts';
import { scansElsewhere } from './palette/palette.tsx';
import { Prime } from './prime.tsx';
import { Router } from './router.tsx';
import { screenAt } from './routes.ts';
import { loadScreen } from './screens.tsx';

/** The words of refusals come once the screen is drawn, or with the first refusal, which waits no longer than this for them. */
const REFUSAL_WORDS_MS = 2_000;
const refusalWords = (): Promise<void> =>
  Promise.race([requireTexts(['refusals']).catch(() => undefined), sleep(REFUSAL_WORDS_MS)]);
/** A screen that is there is drawn with the frame; on a slow network the frame comes first. */
const SCREEN_MS = 300;
const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Starts the staff's app: session and texts first, then the first drawing, so that nothing flickers from one to the other. */
export async function startStaffApp(root: HTMLElement): Promise<void> {
  applyTheme(storedTheme());
  followFocus();
  connectApi({
    token: () => currentSession()?.token || null,
    loginType: () => (currentSession()?.login_type === 'sso' ? '1' : null),
    onSessionEnded: sessionEnded,
    onAnswer: noteServerDate,
    onRefusal: refusalWords,
  });
  connectErasures(async () => (await loadChunk(() => import('./forget/check-erased.ts'))).checkErased());
  await Promise.all([
    startI18n(FIRST_TEXTS),
    restoreSession(),
    scansElsewhere.load(),
    Promise.race([loadScreen(screenAt(location.pathname)?.screen), sleep(SCREEN_MS)]),
  ]);
  if (location.pathname !== '/login') await askSiblings();

  listenToSiblings();
  // As a transition the first drawing is done in slices of a few milliseconds: input is answered between them.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <Prime>
          <QueryClientProvider client={queryClient}>
            <Router />
            <NoticeHost />
          </QueryClientProvider>
        </Prime>
      </StrictMode>,
    ),
  );
  loadNameFacesWhenIdle();
  void refusalWords();
}
