import { Checkbox } from '@atelier/ui/controls/choice.tsx';
import { Select } from '@atelier/ui/controls/select.tsx';
import { Panel } from '@atelier/ui/layout/panel.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useCommand } from '../../../lib/api/use-command.ts';
import { LANGUAGES } from '../../../lib/i18n/languages.ts';
import { OWN_MAIL, type OwnMail } from './own-mail-query.ts';

type Choice = Pick<OwnMail, 'language'> & { wanted: boolean };

/** Whether a weekly summary comes, and in which language. */
export function WeeklyPanel({ mail: { weekly, language } }: { mail: OwnMail }) {
  const { t } = useTranslation('insight');
  const client = useQueryClient();
  const choose = useCommand((body: Choice) => ({ path: '/insight/mail/weekly' as const, body }), {
    // Pending until what it changed has been read: the next choice is made from what is shown.
    onSuccess: () => client.invalidateQueries({ queryKey: OWN_MAIL }),
    done: t('ownMail.saved'),
  });
  const { variables } = choose;
  const shown = choose.isPending && variables ? variables : { wanted: weekly, language };
  const chosen = (tag: string) => LANGUAGES.find((each) => each.tag === tag)?.tag ?? language;
  return (
    <Panel title={t('ownMail.weekly')} padded testId="own-mail-weekly">
      <div className="stack gap-10">
        <p className="muted">{t('ownMail.weeklyLead')}</p>
        <Checkbox
          label={t('ownMail.want')}
          checked={shown.wanted}
          disabled={choose.isPending}
          onChange={(wanted) => choose.mutate({ wanted, language })}
          testId="own-mail-want"
        />
        <Select
          label={t('ownMail.language')}
          value={shown.language}
          disabled={choose.isPending}
          options={LANGUAGES.map(({ tag, name }) => ({ value: tag, label: name }))}
          onChange={(event) => choose.mutate({ wanted: weekly, language: chosen(event.target.value) })}
          testId="own-mail-language"
        />
      </div>
    </Panel>
  );
}
