// @vitest-environment jsdom
import { act, fireEvent, render, screen } from '@testing-library/react';
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { expect, it } from 'vitest';
import { DateField } from './date-field.tsx';

it('writes the day in the language of the screen, also one that is typed', async () => {
  await i18next.use(initReactI18next).init({ lng: 'fr', resources: {} });
  render(<DateField label="Jour" defaultValue="2026-11-27" testId="day" />);
  expect(screen.getByText('27 nov. 2026')).toBeTruthy();
  fireEvent.input(screen.getByTestId('day'), { target: { value: '2026-12-01' } });
  expect(screen.getByText('1 déc. 2026')).toBeTruthy();
  await act(async () => void (await i18next.changeLanguage('en')));
  expect(screen.getByText('1 Dec 2026')).toBeTruthy();
});
