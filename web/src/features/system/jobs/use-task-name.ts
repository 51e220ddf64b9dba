import { useTranslation } from 'react-i18next';

/** What a kind of job is called; one of a later release by its own name. */
export function useTaskName(): (queue: string, name: string) => string {
  const { t } = useTranslation('tasks');
  return (queue, name) => t(`name.${queue}.${name}`, `${queue} · ${name}`);
}
