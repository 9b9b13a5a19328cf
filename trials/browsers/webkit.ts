import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { Builder, By, Capabilities, until } from 'selenium-webdriver';
import { findFreePort } from '../../apps/server/src/platform/process/free-port.ts';
import type { Engine } from './engine.ts';

const PATIENCE_MS = 20_000;

/** WebKitGTK by Debian's driver and MiniBrowser, on a display of its own. */
export async function startWebKit(driver: string, miniBrowser: string): Promise<Engine> {
  const port = await findFreePort();
  const display = `:${90 + (port % 900)}`;
  const screen = spawn('Xvfb', [display, '-screen', '0', '1700x1000x24'], { stdio: 'ignore' });
  const env = { ...process.env, DISPLAY: display, WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' };
  const program = spawn(driver, [`--port=${port}`], { env, stdio: 'ignore' });
  const capabilities = new Capabilities({
    browserName: 'MiniBrowser',
    'webkitgtk:browserOptions': { binary: miniBrowser, args: ['--automation'] },
  });
  const session = await connect(port, capabilities);
  const find = (selector: string) => session.wait(until.elementLocated(By.css(selector)), PATIENCE_MS);
  return {
    open: (url) => session.get(url),
    resize: async (width) => void (await session.manage().window().setRect({ x: 0, y: 0, width, height: 900 })),
    read: (expression) => session.executeScript(`return (${expression})`),
    click: async (selector) => (await find(selector)).click(),
    type: async (text) => (await session.switchTo().activeElement()).sendKeys(text),
    chooseFile: async (selector, path) => (await find(selector)).sendKeys(path),
    screenshot: async (path) => writeFileSync(path, await session.takeScreenshot(), 'base64'),
    [Symbol.asyncDispose]: async () => {
      await session.quit().catch(() => {});
      for (const one of [program, screen]) {
        if (one.exitCode === null && one.kill()) await once(one, 'exit');
      }
    },
  };
}

/** Session of a driver that may still be starting. */
async function connect(port: number, capabilities: Capabilities) {
  const tooLate = Date.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await new Builder().usingServer(`http://127.0.0.1:${port}`).withCapabilities(capabilities).build();
    } catch (error) {
      if (Date.now() > tooLate) throw error;
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  }
}
