// A classic worker: a script with the package, then the scenario, told to the page that started it.
importScripts("./library.js");
onmessage = async ({ data }) => postMessage(await library.scenario(library.botwire, data));
