import { Panel } from '@atelier/ui/layout/panel.tsx';
import { useTranslation } from 'react-i18next';
import { useStaffFormat } from '../../../lib/session/use-session.ts';
import type { AlarmDetail } from './radar-queries.ts';

/** What many of the pieces share, beside what is usual of the series. */
export function CommonPanel({ alarm: { common, shown } }: { alarm: AlarmDetail }) {
  const { t } = useTranslation(['insight', 'radar']);
  const { number } = useStaffFormat();
  if (common.length === 0) return null;
  return (
    <Panel className="figure-common" testId="alarm-common" title={t('radar:common')} aside={t('radar:usual')}>
      <ul className="common-rows">
        {common.map(({ by, name, count, usual }) => (
          <li key={`${by} ${name}`} className="common-row">
            <span>
              <span className="small muted">{t(`radar:by.${by}`)}</span> <bdi>{name}</bdi>
            </span>
            <span className="common-bar" aria-hidden>
              <span
                className="common-share"
                data-more={count > 2 * usual * shown}
                style={{ inlineSize: `${(100 * count) / Math.max(1, shown)}%` }}
              />
              <span className="common-tick" style={{ insetInlineStart: `${100 * usual}%` }} />
            </span>
            <span className="num small">
              {t('radar:of', {
                count: number(count),
                all: number(shown),
                usual: number(Math.round(usual * shown * 10) / 10),
              })}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
