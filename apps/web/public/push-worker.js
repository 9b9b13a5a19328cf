/*
 * Shows pushes, and opens the page that one is about. It is registered when somebody switches notifications on, keeps
 * nothing, and answers no request of a page (R-webhooks-15).
 */

self.addEventListener('push', (event) => {
  const { title, body, tag, path } = event.data.json();
  // A push with the tag of one that is shown takes its place.
  event.waitUntil(self.registration.showNotification(title, { body, tag, icon: '/icon-192.png', data: { path } }));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(show(event.notification.data.path));
});

/** Brings a page of ours to the front, as it may have something typed in it; without one the page is opened. */
async function show(path) {
  const [open] = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  await (open ? open.focus() : self.clients.openWindow(new URL(path, self.location.origin).href));
}
