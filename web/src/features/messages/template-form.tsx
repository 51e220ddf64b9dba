import { BODY_LENGTH, SUBJECT_LENGTH } from '@atelier/domain/messages/contract.ts';
import { MESSAGE_KINDS } from '@atelier/domain/shared/message-terms.ts';
import type { WordingView } from '@atelier/contracts/messages/schema.ts';
import { REFERENCE_LANGUAGES } from '@atelier/domain/shared/languages.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { nameOf } from '../../lib/i18n/languages.ts';
import { Button } from '@atelier/ui/controls/button.tsx';
import { Select } from '@atelier/ui/controls/select.tsx';
import { TextArea, TextField } from '@atelier/ui/controls/text-field.tsx';
import { useTemplate, type TemplateView } from './use-template.ts';

interface TemplateFormProps {
  view: WordingView;
  mayChange: boolean;
}

/** The words of one message in one language, beside what a customer reads. */
export function TemplateForm({ view, mayChange }: TemplateFormProps) {
  const { t } = useTranslation('messages');
  const [kind, setKind] = useState<string>(MESSAGE_KINDS[0]);
  const [language, setLanguage] = useState<string>(REFERENCE_LANGUAGES[0]);
  const template = view.templates.find((each) => each.kind === kind && each.language === language);
  return (
    <div className="wording-form">
      <Select
        label={t('wording.kind')}
        value={kind}
        options={MESSAGE_KINDS.map((value) => ({ value, label: t(`kind.${value}`) }))}
        onChange={(event) => setKind(event.target.value)}
        testId="template-kind"
      />
      <Select
        label={t('wording.language')}
        value={language}
        options={REFERENCE_LANGUAGES.map((value) => ({ value, label: nameOf(value) }))}
        onChange={(event) => setLanguage(event.target.value)}
        testId="template-language"
      />
      {template !== undefined && (
        <Words
          key={`${kind} ${language} ${String(template.own)}`}
          template={template}
          mayChange={mayChange}
        />
      )}
    </div>
  );
}

function Words({ template, mayChange }: { template: TemplateView; mayChange: boolean }) {
  const { t } = useTranslation('messages');
  const { draft, setDraft, issues, preview, save, reset, test } = useTemplate(template);
  const direction = template.language === 'ar' ? 'rtl' : 'ltr';
  const places = template.places.map((place) => `{{${place}}}`).join(' ');
  return (
    <>
      <TextField
        label={t('wording.subject')}
        value={draft.subject}
        maxLength={SUBJECT_LENGTH}
        dir={direction}
        error={issues.subject}
        disabled={!mayChange}
        onChange={(event) => setDraft({ ...draft, subject: event.target.value })}
        testId="template-subject"
      />
      <TextArea
        label={t('wording.body')}
        hint={<bdi>{t('wording.places', { places })}</bdi>}
        value={draft.body}
        maxLength={BODY_LENGTH}
        rows={8}
        lang={template.language}
        dir={direction}
        error={issues.body}
        disabled={!mayChange}
        onChange={(event) => setDraft({ ...draft, body: event.target.value })}
        testId="template-body"
      />
      {mayChange && (
        <div className="row wrap">
          <Button busy={save.isPending} onClick={() => save.mutate(draft)} testId="template-save">
            {t('wording.save')}
          </Button>
          <Button
            variant="quiet"
            busy={test.isPending}
            onClick={() => test.mutate(draft)}
            testId="template-test"
          >
            {t('wording.test')}
          </Button>
          {template.own && (
            <Button variant="quiet" busy={reset.isPending} onClick={() => reset.mutate(null)}>
              {t('wording.reset')}
            </Button>
          )}
        </div>
      )}
      {preview !== undefined && (
        <section aria-label={t('wording.preview')} className="wording-preview" dir={direction}>
          <h3 className="small muted">{t('wording.preview')}</h3>
          <p className="strong">{preview.subject}</p>
          <p className="wording-text" data-testid="template-preview">
            {preview.body}
          </p>
          <p className="wording-text small muted">{preview.footer}</p>
        </section>
      )}
    </>
  );
}
