/** Plain HTML without script, in the demo company's own dress. */
const page = (body: string): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Maison accounts</title>
<style>
  body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: #f7f5f2; color: #1c1a17;
    font: 16px/1.5 system-ui, sans-serif; }
  form[novalidate], .card { display: grid; gap: 14px; inline-size: min(340px, 86vw); padding: 32px; background: #fff;
    border: 1px solid #e2dcd2; border-radius: 10px; }
  h1 { margin: 0 0 4px; font: 500 24px/1.2 Georgia, serif; }
  p { margin: 0; color: #5a554d; font-size: 14px; }
  .wrong { color: #8e1320; }
  label { display: grid; gap: 4px; font-size: 14px; }
  input { padding: 10px 12px; border: 1px solid #8c857a; border-radius: 6px; font: inherit; }
  button { padding: 11px; border: 1px solid #1f4b3f; border-radius: 6px; background: #1f4b3f; color: #fff; font: inherit;
    cursor: pointer; }
  button.quiet { background: none; color: #1f4b3f; }
</style>
${body}
</html>
`;

/** The company's own sign-in page. */
export const loginPage = (failed: boolean): string =>
  page(`<form method="post" novalidate>
  <h1>Maison accounts</h1>
  <p>The company’s identity provider, as the demo has it.</p>
  ${failed ? '<p class="wrong" role="alert">The email or password is incorrect.</p>' : ''}
  <label>Email <input name="email" type="email" autocomplete="username" autofocus></label>
  <label>Password <input name="password" type="password" autocomplete="current-password"></label>
  <button type="submit">Continue</button>
  <button type="submit" class="quiet" name="cancel" value="1">Go back</button>
</form>`);

/** Asks before the provider's own session ends. `form` is the library's, with the id `op.logoutForm`. */
export const logoutPage = (form: string): string =>
  page(`<div class="card">
  <h1>Maison accounts</h1>
  <p>Sign out of the company’s identity provider too?</p>
  ${form}
  <button type="submit" form="op.logoutForm" name="logout" value="yes">Sign out</button>
  <button type="submit" form="op.logoutForm" class="quiet">Stay signed in</button>
</div>`);
