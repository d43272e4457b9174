/**
 * Script time of what a reader does on an explorer: a step of each stepper, another option of the first choice of each
 * figure, the pointer from mark to mark of the first picture that answers to it.
 *
 *     phases    step Lane    7.1 ms at once    9.8 at most    7.4 ms in all
 *
 * At once is what the answer to the event takes, which has to fit into a frame; the rest comes in tasks of its own after
 * it. Medians, and the most of any round, which meets code for the first time or a costly option. The pointer is moved by coordinates, so that no script of the measurement runs in the page meanwhile.
 */
import type { Browser, CDPSession, Locator, Page } from 'playwright-core';
import { explorers } from '../src/explore/explorers.ts';
import { median, scriptClock, scriptMilliseconds } from './chromium.ts';
import type { ServedApp } from './site.ts';

const ROUNDS = 5;
/** What was put off has run when no script ran for this long. */
const REST_MILLISECONDS = 30;
const MOST_RESTS = 20;

type Act = () => Promise<void>;

interface Times {
  readonly atOnce: number;
  readonly most: number;
  readonly inAll: number;
}

/** Prepares a round, and says what is to be measured in it; `undefined` where there is nothing to do. */
type Round = (round: number) => Promise<Act | undefined>;

async function timesOf(
  session: CDPSession,
  page: Page,
  next: Round,
  count = ROUNDS,
): Promise<Times | undefined> {
  const rounds: Omit<Times, 'most'>[] = [];
  for (let round = 0; round < count; round++) {
    const act = await next(round);
    if (act === undefined) continue;
    await page.waitForTimeout(20);
    const before = await scriptMilliseconds(session);
    await act();
    const atOnce = (await scriptMilliseconds(session)) - before;
    rounds.push({ atOnce, inAll: (await atRest(session, page)) - before });
  }
  if (rounds.length === 0) return undefined;
  return {
    atOnce: median(rounds.map(({ atOnce }) => atOnce)),
    most: Math.max(...rounds.map(({ atOnce }) => atOnce)),
    inAll: median(rounds.map(({ inAll }) => inAll)),
  };
}

/** The clock when nothing runs any more. */
async function atRest(session: CDPSession, page: Page): Promise<number> {
  let now = await scriptMilliseconds(session);
  for (let rest = 0; rest < MOST_RESTS; rest++) {
    await page.waitForTimeout(REST_MILLISECONDS);
    const later = await scriptMilliseconds(session);
    if (later - now < 0.05) return later;
    now = later;
  }
  return now;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** The middle of what is to be pressed, with the pointer there already. */
async function approach(page: Page, target: Locator): Promise<Point | undefined> {
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  if (box === null) return undefined;
  const point = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  await page.mouse.move(point.x, point.y);
  return point;
}

/** Presses and lets go, with nothing between that would wait for a drawing. */
const press =
  (page: Page, { x, y }: Point): Act =>
  () =>
    page.mouse.click(x, y);

const stepOf =
  (page: Page, stepper: Locator): Round =>
  async () => {
    const [back, , forth] = await stepper.locator('button').all();
    if (back === undefined || forth === undefined) return undefined;
    const button = (await forth.isEnabled()) ? forth : back;
    if (await button.isDisabled()) return undefined;
    const point = await approach(page, button);
    return point === undefined ? undefined : press(page, point);
  };

const otherOption =
  (page: Page, choice: Locator): Round =>
  async (round) => {
    const options = await choice.locator('label').all();
    const option = options[(round + 1) % options.length];
    if (option === undefined || options.length < 2) return undefined;
    const point = await approach(page, option);
    return point === undefined ? undefined : press(page, point);
  };

/** Marks that are not under each other, far apart in the order of the picture. */
const anotherMark =
  (page: Page, marks: Locator): Round =>
  async (round) => {
    const count = await marks.count();
    const mark = marks.nth(Math.floor(((round + 0.5) / ROUNDS) * count));
    await mark.scrollIntoViewIfNeeded();
    const box = await mark.boundingBox();
    return box === null
      ? undefined
      : () => page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  };

const MARKS =
  ':is([data-lane], [data-bank], [data-element], [data-line], [data-execution], [data-index])';

/** The marks of the first picture on which the pointer causes any script. */
async function answeringMarks(session: CDPSession, page: Page): Promise<Locator | undefined> {
  for (const picture of await page.locator('.picture').all()) {
    const marks = picture.locator(MARKS);
    if ((await marks.count()) === 0) continue;
    const times = await timesOf(session, page, anotherMark(page, marks), 2);
    if (times !== undefined && times.atOnce > 0.05) return marks;
  }
  return undefined;
}

const fixed = (milliseconds: number): string => milliseconds.toFixed(1).padStart(6);

const line = (slug: string, what: string, times: Times | undefined): string =>
  `${slug.padEnd(16)} ${what.padEnd(38)} ` +
  (times === undefined
    ? '-'
    : `${fixed(times.atOnce)} ms at once ${fixed(times.most)} at most ${fixed(times.inAll)} ms in all`);

async function measureOne(page: Page, slug: string): Promise<void> {
  const session = await scriptClock(page);
  const tell = async (what: string, round: Round): Promise<void> =>
    console.log(line(slug, what, await timesOf(session, page, round)));
  for (const stepper of await page.locator('.stepper').all()) {
    const name = (await stepper.getAttribute('aria-label')) ?? '';
    await tell(`step ${name.replace(/, step by step$/, '')}`, stepOf(page, stepper));
  }
  const marks = await answeringMarks(session, page);
  if (marks !== undefined) await tell('pointing at marks', anotherMark(page, marks));
  for (const figure of await page.locator('section.figure').all()) {
    const choice = figure.locator('fieldset.choice').first();
    if ((await choice.count()) === 0) continue;
    const name = (await choice.locator('legend').textContent()) ?? '';
    await tell(`choice ${name}`, otherOption(page, choice));
  }
}

/** Prints the times of the explorers that are named, or of all. */
export async function measureExplorers(
  app: ServedApp,
  browser: Browser,
  wanted: readonly string[],
): Promise<void> {
  for (const { slug } of explorers) {
    if (wanted.length > 0 && !wanted.includes(slug)) continue;
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
    const page = await context.newPage();
    await page.goto(`${app.url}explore/${slug}.html`, { waitUntil: 'networkidle' });
    await page.waitForTimeout(500);
    await measureOne(page, slug);
    await context.close();
  }
}
