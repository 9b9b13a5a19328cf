/** What the browser keeps. One that forbids it throws at the first mention, so that is put off until it is used. */
export const browserStorage: Pick<Storage, 'getItem' | 'setItem'> = {
  getItem: (key) => localStorage.getItem(key),
  setItem: (key, value) => localStorage.setItem(key, value),
};
