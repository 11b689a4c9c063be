// The configuration of the recipe, with the installed browser.
import recipe from './recipes/playwright.config';

export default {
  ...recipe,
  testDir: 'recipes',
  webServer: {...recipe.webServer, cwd: 'recipes'},
  use: {
    ...recipe.use,
    launchOptions: {executablePath: process.env.CHROME_PATH, args: ['--no-sandbox']},
  },
};
