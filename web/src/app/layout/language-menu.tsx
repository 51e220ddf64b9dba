import { Check, Globe } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button, IconButton } from '@atelier/ui/controls/button.tsx';
import { type MenuTriggerAttributes, Menu } from '@atelier/ui/controls/menu.tsx';
import { changeLanguage } from '../../lib/i18n/i18n.ts';
import { LANGUAGES, nameOf } from '../../lib/i18n/languages.ts';

/** All seven languages, each in its own name. `side` is the sidebar's line, `button` stands alone. */
export function LanguageMenu({ look }: { look: 'side' | 'icon' | 'button' }) {
  const { t, i18n } = useTranslation('shell');
  const items = LANGUAGES.map(({ tag, name }) => ({
    key: tag,
    label: name,
    lang: tag,
    checked: tag === i18n.language,
    trail: tag === i18n.language ? <Check aria-hidden /> : undefined,
    onSelect: () => void changeLanguage(tag),
  }));
  const trigger = (attributes: MenuTriggerAttributes) => {
    const label = `${t('language')}: ${nameOf(i18n.language)}`;
    if (look === 'icon')
      return <IconButton icon={<Globe aria-hidden />} label={label} {...attributes} testId="language" />;
    if (look === 'button') {
      return (
        <Button icon={<Globe aria-hidden />} {...attributes} testId="language">
          {nameOf(i18n.language)}
        </Button>
      );
    }
    return (
      <button type="button" className="side-link" {...attributes} aria-label={label} data-testid="language">
        <Globe aria-hidden />
        {nameOf(i18n.language)}
      </button>
    );
  };
  return (
    <Menu
      label={t('language')}
      groups={[{ key: 'languages', items }]}
      trigger={trigger}
      testId="language-menu"
    />
  );
}
