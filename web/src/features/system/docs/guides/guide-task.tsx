import { CircleCheck, LifeBuoy, Link2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { GuideSentence } from './guide-sentence.tsx';
import { pictureAt } from './guides.ts';
import type { ReadTask } from './load-guide.ts';

/** One task: its steps, what shows that it went well, what helps when it did not, and a picture of the screen. */
export function GuideTask({ task, isMarked }: { task: ReadTask; isMarked: boolean }) {
  const { t } = useTranslation('docs');
  const { key, title, steps, done, help, picture } = task;
  return (
    <section
      id={key}
      className="docs-task"
      data-marked={isMarked || undefined}
      aria-labelledby={`${key}-title`}
    >
      <h2 id={`${key}-title`} tabIndex={-1} className="row gap-8">
        {title}
        <Link to={`#${key}`} className="docs-anchor" aria-label={t('linkTo', { task: title })}>
          <Link2 size={16} aria-hidden />
        </Link>
      </h2>
      <ol className="docs-steps stack gap-10">
        {steps.map((step) => (
          <li key={step}>
            <p>
              <GuideSentence text={step} />
            </p>
          </li>
        ))}
      </ol>
      <Outcome icon={<CircleCheck size={18} aria-hidden />} title={t('done')} text={done} />
      <Outcome icon={<LifeBuoy size={18} aria-hidden />} title={t('help')} text={help} />
      {picture !== undefined && <TaskPicture picture={picture} title={title} />}
    </section>
  );
}

function Outcome({ icon, title, text }: { icon: React.ReactNode; title: string; text: string }) {
  return (
    <div className="docs-outcome">
      {icon}
      <p>
        <span className="strong">{title}</span> <GuideSentence text={text} />
      </p>
    </div>
  );
}

/** A picture that cannot be loaded leaves no hole. */
function TaskPicture({ picture, title }: { picture: string; title: string }) {
  const { t, i18n } = useTranslation('docs');
  const [isMissing, setMissing] = useState(false);
  if (isMissing) return null;
  return (
    <figure className="docs-picture">
      <img
        src={pictureAt(i18n.language, picture)}
        alt={t('picture', { task: title })}
        width={960}
        height={540}
        loading="lazy"
        decoding="async"
        onError={() => setMissing(true)}
      />
    </figure>
  );
}
