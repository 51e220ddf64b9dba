import { chromium } from '@playwright/test';
import { mkdirSync, writeFileSync, readFileSync, existsSync } from 'node:fs';
const [, , tag, only = '', modes = 'd,m'] = process.argv;
const BASE = process.env.BASE ?? 'http://localhost:3921';
const out = `.tmp/shots/${tag}`; mkdirSync(out, { recursive: true });
const PAGES = {
  paris: ['/dashboard', '/listRma', '/createRma', '/searchRma?q=INV-CASE-19', '/clientSearch', '/preparePackage', '/receivedpackage', '/listRma@open', '/preparePackage@first'],
  factory: ['/operation/dashboard', '/operation/listRma', '/receiveFromShop', '/sendToRepair', '/sendToPlating', '/receiveFromRepair', '/operation/packages', '/savCheck', '/custody', '/worker-list', '/workers-roles', '/operation/listRma@open'],
  warehouse: ['/operation/dashboard', '/operation/nav', '/transferFactory', '/operation/14/x', '/operation/18/x', '/shipOut', '/operation/packages'],
  admin: ['/waivers', '/custody', '/system/home', '/system/systemConfig', '/system/orderClear', '/operation/manage-user', '/system/subReasonManage', '/system/audit', '/system/audit/replay', '/system/changes', '/system/privacy', '/system/exports', '/operation/jobs', '/system/importProduct', '/system/reference', '/documentation', '/searchRma?q=INV-CASE-19', '/operation/manage-user@open', '/system/systemConfig@open', '/worker-list@open', '/operation/dashboard'],
};
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
const size = { d: { width: 1440, height: 1000 }, m: { width: 390, height: 844 } };
const PROPS = null;
const collect = () => { const skip = /^(transition|animation|perspective-origin|transform-origin|-webkit-locale|cursor|inline-size|block-size|width|height|.*inset.*|top|left|right|bottom)$/; const res = []; 
  const path = (e) => { const p = []; for (let n = e; n && n !== document.body; n = n.parentElement) { p.unshift(`${n.tagName}${[...n.parentElement.children].indexOf(n)}`); } return p.join('>'); };
  for (const e of document.querySelectorAll('body *')) { if (/^(SCRIPT|STYLE|PATH|path|circle|rect|line|polyline|g)$/.test(e.tagName)) continue; const cs = getComputedStyle(e); const o = {}; for (const p of cs) { if (!skip.test(p) && !p.startsWith('--')) o[p] = cs.getPropertyValue(p); } const r = e.getBoundingClientRect(); res.push({ p: path(e), c: e.className?.baseVal ?? e.className, r: [r.x, r.y, r.width, r.height].map((v) => Math.round(v * 10) / 10), t: e.children.length ? '' : (e.textContent ?? '').slice(0, 40), o }); }
  return res; };
async function login(page, who) { await page.goto(`${BASE}/login`); await page.waitForLoadState('networkidle'); await page.getByTestId('email').fill(`${who}@demo.test`); await page.getByTestId('password').fill('demo-Repair-2026'); await page.getByTestId('captcha').fill('1234'); await page.getByTestId('login-submit').click(); await page.waitForURL((u) => !u.pathname.startsWith('/login'), { timeout: 15000 }); }
for (const [who, pages] of Object.entries(PAGES)) {
  const mine = pages.filter((p) => only === '' || p.includes(only) || who === only); if (!mine.length) continue;
  const context = await browser.newContext({ viewport: size.d, reducedMotion: 'reduce', serviceWorkers: 'block' }); const page = await context.newPage();
  page.on('pageerror', (e) => console.log('pageerror', e.message));
  try { await login(page, who); } catch (e) { console.log('login failed', who, e.message.split('\n')[0]); await page.screenshot({ path: `${out}/login-failed-${who}.png` }); continue; }
  for (const p of mine) { const [path, act] = p.split('@'); const name = `${who}${path.replace(/[^\w]+/g, '_')}${act ? '_' + act : ''}`;
    await page.goto(BASE + path).catch(() => {}); await page.waitForLoadState('networkidle', { timeout: 8000 }).catch(() => {}); await page.waitForTimeout(400);
    if (act) { await page.locator('.vt-body .vt-row[data-open], tbody tr[data-open], .row-open, .config-row, main .panel button').first().click({ timeout: 4000 }).catch((e) => console.log('no act', p)); await page.waitForLoadState('networkidle', { timeout: 6000 }).catch(() => {}); await page.waitForTimeout(400); }
    for (const m of modes.split(',')) { await page.setViewportSize(size[m]); await page.waitForTimeout(250); await page.screenshot({ path: `${out}/${name}.${m}.png`, fullPage: false }); writeFileSync(`${out}/${name}.${m}.json`, JSON.stringify(await page.evaluate(collect))); }
    await page.setViewportSize(size.d); }
  await context.close(); }
await browser.close();
