/** Stands for `@sabaki/deadstones` in the browser, where that estimator is not offered. */
const nothing = Promise.reject(new Error('deadstones needs Node'));
nothing.catch(() => undefined);
export { nothing as default };
