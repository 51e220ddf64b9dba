import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { Button } from '@atelier/ui/controls/button.tsx';
import { Panel } from '@atelier/ui/layout/panel.tsx';
import { classNames } from '@atelier/ui/class-names.ts';
import { requestTour } from '../../../lib/page/tour-state.ts';
import { isStation } from '../../../lib/session/station.ts';
import { useSession } from '../../../lib/session/use-session.ts';
import { KeysList } from '../../../shared/keys/keys-list.tsx';
import { ApiReference } from './api-reference.tsx';
import { GUIDES } from './guides/guides.ts';
import { ownGuide } from './guides/own-guide.ts';
import { WhatsNewPanel } from './whats-new/whats-new-panel.tsx';

const SECTIONS = ['guides', 'whatsNew', 'live', 'keys', 'api'] as const;
const LIVE_LINES = [1, 2, 3] as const;

/** All guides, the reader's first; what is new, the keys and the API reference. */
export function DocsHome() {
  const { t } = useTranslation('docs');
  return (
    <>
      <div className="docs-title row between wraps">
        <div>
          <h1>{t('title')}</h1>
          <p className="muted">{t('lead')}</p>
        </div>
        <RepeatTour />
      </div>
      <nav aria-label={t('contents')} className="docs-contents stack gap-10">
        {SECTIONS.map((section) => (
          <a key={section} className="link" href={`#${section}`}>
            {t(section === 'guides' ? 'guides' : `${section}.title`)}
          </a>
        ))}
      </nav>
      <div className="stack">
        <GuideCards />
        <div id="whatsNew">
          <WhatsNewPanel />
        </div>
        <LivePanel />
        <KeysPanel />
        <div id="api">
          <ApiReference />
        </div>
      </div>
    </>
  );
}

/** The tour points at the person's first screen, so it begins there. */
function RepeatTour() {
  const { t } = useTranslation('docs');
  const navigate = useNavigate();
  if (isStation(useSession().view)) return null;
  const repeat = () => {
    requestTour();
    void navigate('/');
  };
  return (
    <Button onClick={repeat} testId="repeat-tour">
      {t('tour')}
    </Button>
  );
}

function GuideCards() {
  const { t } = useTranslation('docs');
  const own = ownGuide(useSession().view);
  const guides = GUIDES.toSorted((one, other) => Number(other.key === own) - Number(one.key === own));
  return (
    <section id="guides" aria-label={t('guides')}>
      <ul className="docs-cards">
        {guides.map(({ key, tasks }) => (
          <li key={key}>
            <Link
              to={`/documentation/${key}`}
              className={classNames('docs-card', key === own && 'own')}
              data-testid={`guide-${key}`}
            >
              {key === own && <span className="small muted">{t('yours')}</span>}
              <span className="docs-card-title">{t(`guide.${key}`)}</span>
              <span className="small muted num">{t('tasks', { count: tasks.length })}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function LivePanel() {
  const { t } = useTranslation('docs');
  return (
    <div id="live">
      <Panel title={t('live.title')} padded>
        <ol className="docs-steps stack gap-10">
          {LIVE_LINES.map((line) => (
            <li key={line}>{t(`live.${line}`)}</li>
          ))}
        </ol>
      </Panel>
    </div>
  );
}

function KeysPanel() {
  const { t } = useTranslation('docs');
  return (
    <div id="keys">
      <Panel title={t('keys.title')} padded>
        <KeysList />
        <p className="muted">{t('keys.scanner')}</p>
      </Panel>
    </div>
  );
}
