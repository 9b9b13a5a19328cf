/** Program with the steps that subscribe to an address in it, and what to know of it. */
interface Calendar {
  readonly name: string;
  readonly steps: readonly string[];
  readonly note: string;
}

/** Programs that most people have (R-calendar-feeds-3). */
export const CALENDARS: readonly Calendar[] = [
  {
    name: 'Google',
    steps: [
      'Open calendar.google.com on a computer: the app on a phone can’t add an address.',
      'On the left, beside “Other calendars”, choose + and then “From URL”.',
      'Paste the address and choose “Add calendar”. It appears in the app on your phone too.',
    ],
    note:
      'Google asks for news when it likes, often only once a day, and leaves out the reminders that come with it: set ' +
      'your own in the settings of the calendar.',
  },
  {
    name: 'Outlook',
    steps: [
      'Open the calendar in Outlook on the web, or in the new Outlook.',
      'Choose “Add calendar” and then “Subscribe from web”.',
      'Paste the address, give the calendar a name and choose “Import”.',
    ],
    note: 'Outlook asks for news every few hours, at times only once a day.',
  },
  {
    name: 'Apple',
    steps: [
      'On a Mac choose “File” and “New Calendar Subscription”; on an iPhone “Calendars”, “Add Calendar” and “Add ' +
        'Subscription Calendar”.',
      'Paste the address and choose “Subscribe”.',
      'Set “Auto-refresh” to every hour, and leave “Remove alerts” unticked to be reminded.',
    ],
    note: 'Apple asks for news as often as you set it; without that an iPhone asks only once a day or week.',
  },
];
