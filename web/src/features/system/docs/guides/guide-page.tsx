import { Printer } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { Button } from '@atelier/ui/controls/button.tsx';
import { QueryView } from '../../../../shared/paged-table/query-view.tsx';
import { GuideSentence } from './guide-sentence.tsx';
import { GuideTask } from './guide-task.tsx';
import type { Guide } from './guides.ts';
import type { ReadGuide } from './load-guide.ts';
import { useGuide } from './use-guides.ts';

/** A role's guide; `#deposit` leads to a task and marks it. */
export function GuidePage({ guide }: { guide: Guide }) {
  const { t } = useTranslation('docs');
  const query = useGuide(guide);
  return (
    <>
      <div className="docs-title row between wraps">
        <h1>{t(`guide.${guide.key}`)}</h1>
        <Button
          className="docs-print"
          icon={<Printer size={16} aria-hidden />}
          onClick={() => window.print()}
        >
          {t('print')}
        </Button>
      </div>
      <QueryView query={query} skeleton={{ rows: 8, height: 40 }} failed={t('failed')}>
        {(read) => <Opened guide={read} />}
      </QueryView>
    </>
  );
}

function Opened({ guide }: { guide: ReadGuide }) {
  const { t } = useTranslation('docs');
  const marked = useMarkedTask();
  return (
    <>
      <nav aria-label={t('contents')} className="docs-contents stack gap-10">
        <Link className="link" to="/documentation">
          {t('all')}
        </Link>
        {guide.tasks.map(({ key, title }) => (
          <Link key={key} className="link" to={`#${key}`} aria-current={marked === key ? 'true' : undefined}>
            {title}
          </Link>
        ))}
      </nav>
      <article className="docs-guide" data-testid="guide" data-guide={guide.key}>
        <section className="docs-day">
          <h2>{t('day')}</h2>
          <p>
            <GuideSentence text={guide.day} />
          </p>
        </section>
        {guide.tasks.map((task) => (
          <GuideTask key={task.key} task={task} isMarked={marked === task.key} />
        ))}
      </article>
    </>
  );
}

/** The task that the address names: shown, and focused for a reader who does not see it move. */
function useMarkedTask(): string {
  const { hash } = useLocation();
  const task = hash.slice(1);
  useEffect(() => {
    const title = task === '' ? null : document.getElementById(`${task}-title`);
    title?.focus({ preventScroll: true });
    title?.scrollIntoView({ block: 'start' });
  }, [task]);
  return task;
}
