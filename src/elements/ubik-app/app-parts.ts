// Everything that an app needs once it is opened, which loads then.
export {readDocument} from './app-document.js';
export {renderQuestion, sentenceOf} from './app-questions.js';
export {hostContext} from './host-context.js';
export {buildPolicy, hostsOf} from './policy.js';
export {RunningApp, toolInfoOf} from './running-app.js';
