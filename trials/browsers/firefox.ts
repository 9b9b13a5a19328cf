import { writeFileSync } from 'node:fs';
import puppeteer from 'puppeteer-core';
import type { Engine } from './engine.ts';

/** Firefox by WebDriver BiDi. @param downloads folder for what is saved */
export async function startFirefox(executablePath: string, downloads: string): Promise<Engine> {
  const extraPrefsFirefox = {
    'browser.download.dir': downloads,
    'browser.download.folderList': 2,
    'browser.helperApps.neverAsk.saveToDisk': 'text/csv',
  };
  const browser = await puppeteer.launch({ browser: 'firefox', executablePath, extraPrefsFirefox });
  const page = await browser.newPage();
  return {
    open: async (url) => void (await page.goto(url)),
    resize: (width) => page.setViewport({ width, height: 800 }),
    read: async (expression) => (await page.evaluate(expression)) as never,
    click: (selector) => page.locator(selector).click(),
    type: (text) => page.keyboard.type(text),
    chooseFile: async (selector, path) => {
      const input = await page.waitForSelector(selector);
      await (input as import('puppeteer-core').ElementHandle<HTMLInputElement>).uploadFile(path);
    },
    screenshot: async (path) => writeFileSync(path, await page.screenshot()),
    [Symbol.asyncDispose]: () => browser.close(),
  };
}
