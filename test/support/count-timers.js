// Runs in the page: keeps the pending timers in `countedTimers`.
const timers = new Set();
const {setTimeout: once, setInterval: again, clearTimeout: end} = window;
const forget = timer => {
  timers.delete(timer);
  end(timer);
};
const counted = timer => {
  timers.add(timer);
  return timer;
};
Object.assign(window, {
  countedTimers: timers,
  setTimeout(call, delay, ...rest) {
    const timer = once(() => {
      timers.delete(timer);
      call(...rest);
    }, delay);
    return counted(timer);
  },
  setInterval: (...rest) => counted(again(...rest)),
  clearTimeout: forget,
  clearInterval: forget,
});
