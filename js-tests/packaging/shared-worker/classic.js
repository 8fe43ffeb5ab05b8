// A classic worker: a script with the package that runs the scenario and posts the result to the page.
importScripts("./library.js");
onmessage = async ({ data }) => postMessage(await library.scenario(library.botwire, data));
