import type { NewDevice } from '@anupalan/contract/telling/devices';

/** Script that shows pushes; the browser loads it when somebody switches them on. */
const WORKER = '/push-worker.js';

/** Where the browser remembers which of its person's devices it is. */
const REMEMBERED = 'push-device';

/** Whether this browser can show pushes at all; on an iPhone only as an application on its home screen. */
export function canSubscribe(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
}

/**
 * Subscribes this browser to pushes, after asking its user. The key is the installation's.
 * @throws Error in words, when they said no or the browser has no push service
 */
export async function subscribe(publicKey: string): Promise<NewDevice> {
  // Before anything is loaded, so that the question comes with the click.
  if ((await Notification.requestPermission()) !== 'granted') throw new Error(BLOCKED);
  await navigator.serviceWorker.register(WORKER);
  const { pushManager } = await navigator.serviceWorker.ready;
  // One of another key, such as that of an installation that was here before, can't be used.
  await (await pushManager.getSubscription())?.unsubscribe();
  const subscription = await pushManager
    .subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
    .catch((error: unknown) => {
      throw new Error('This browser has no way to be notified now. Please try again later.', { cause: error });
    });
  const { endpoint = '', keys } = subscription.toJSON();
  return { endpoint, keys: { p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' } };
}

const BLOCKED = 'This browser does not allow notifications. Allow them for this site in its settings first.';

/** Ends the subscription of this browser, and lets go of the script. */
export async function unsubscribe(): Promise<void> {
  localStorage.removeItem(REMEMBERED);
  const registration = await navigator.serviceWorker.getRegistration(WORKER);
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
  await registration?.unregister();
}

export function rememberDevice(id: string): void {
  localStorage.setItem(REMEMBERED, id);
}

export function isThisBrowser(id: string): boolean {
  return localStorage.getItem(REMEMBERED) === id;
}
