import { addressesOf, prepare } from '../screenshots/open-page.ts';
import { PREPARED } from '../screenshots/prepared.ts';
import { systemUrl } from './support/system.ts';
import { test } from './support/test.ts';

/** The pictures show what a screen is after some work: each of these states is reached as a person reaches it. */
for (const state of PREPARED)
  test(`the pictures reach ${state.name}`, async ({ windows }) => {
    const addressOf = await addressesOf(systemUrl);
    const page = await windows.openAs(state.who);
    await page.goto(addressOf(state.path));
    await prepare(page, state);
  });
