import { Copy } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@atelier/ui/controls/button.tsx';
import { SidePanel } from '@atelier/ui/windows/side-panel.tsx';
import { Stack } from '@atelier/ui/layout/stack.tsx';
import { TextField } from '@atelier/ui/controls/text-field.tsx';
import { useCommand } from '../../../lib/api/use-command.ts';
import { copyText } from '@atelier/ui/feedback/copy-text.ts';
import { useSession } from '../../../lib/session/use-session.ts';
import { Form } from '../../../shared/form/form.tsx';
import { useIssueForm } from '../../../shared/form/use-issue-form.ts';
import type { SiteView } from '../queries.ts';
import { BESIDE_FIELDS, issuesOf, keyBody, keyIssues, newKey, type KeyValues } from './key-form.ts';
import { KeyFields } from './key-fields.tsx';
import { API_KEYS, type MadeApiKey } from './queries.ts';

interface NewKeyPanelProps {
  sites: readonly SiteView[];
  onClose: () => void;
}

/** A new key, and then its secret: once. */
export function NewKeyPanel({ sites, onClose }: NewKeyPanelProps) {
  const { t } = useTranslation(['users', 'common']);
  const [now] = useState(() => Date.now());
  const [made, setMade] = useState<MadeApiKey | null>(null);
  const { form, show } = useIssueForm<KeyValues>({
    defaultValues: newKey(now, String(useSession().view.site?.id ?? '')),
    issuesOf: keyIssues(now),
    wordsOf: (code) => t(`users:apiKey.issue.${code}`),
  });
  const make = useCommand((body: object) => ({ path: '/api_key/create', body }), {
    quiet: BESIDE_FIELDS,
    onError: (error) => show(issuesOf(error)),
    invalidates: [API_KEYS],
    onSuccess: ({ data }) => setMade(data),
  });
  return (
    <SidePanel open onClose={onClose} title={t('users:apiKey.new')} testId="new-api-key">
      {made === null ? (
        <Form form={form} className="user-form" onSubmit={(values) => make.mutate(keyBody(values))}>
          <KeyFields form={form} sites={sites} now={now} />
          <div className="row">
            <Button type="submit" variant="primary" busy={make.isPending} testId="api-key-make">
              {t('users:apiKey.make')}
            </Button>
            <Button onClick={onClose}>{t('common:cancel')}</Button>
          </div>
        </Form>
      ) : (
        <Secret made={made} onClose={onClose} />
      )}
    </SidePanel>
  );
}

/** Shown only now: afterwards it cannot be read again, by us either. */
function Secret({ made, onClose }: { made: MadeApiKey; onClose: () => void }) {
  const { t } = useTranslation(['users', 'common']);
  const words = { copied: t('users:apiKey.copied'), notCopied: t('users:apiKey.notCopied') };
  return (
    <Stack gap={16}>
      <p>{t('users:apiKey.made', { name: made.name })}</p>
      <TextField
        label={t('users:apiKey.secret')}
        value={made.secret}
        readOnly
        dir="ltr"
        onFocus={(event) => event.target.select()}
        hint={t('users:apiKey.once')}
        testId="api-key-secret"
      />
      <p className="small muted">{t('users:apiKey.howToUse')}</p>
      <div className="row">
        <Button
          variant="primary"
          icon={<Copy size={16} aria-hidden />}
          onClick={() => void copyText(made.secret, words)}
          testId="api-key-copy"
        >
          {t('users:apiKey.copy')}
        </Button>
        <Button onClick={onClose} testId="api-key-done">
          {t('common:close')}
        </Button>
      </div>
    </Stack>
  );
}
