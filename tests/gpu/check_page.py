"""The page of text: a machine, a table of what was measured, a table beside PyTorch, and what failed."""

COMPARED_HEAD = ("| network | mode | batch | Fovea ms (min–max) | of peak | PyTorch ms (min–max) | speed × | planned × "
                 "| growth × | ORT ms | ORT speed × |\n" + "| --- " * 11 + "|")


def gib(count):
    return "" if count is None else f"{count / 2**30:.2f} GiB"


def bench_rows(steps):
    for name, step in steps.items():
        figures = step.get("figures")
        if not figures:
            continue
        planned, grown = figures["peak_memory_bytes"], figures.get("device_growth_bytes")
        memory = f"planned {gib(planned)}" + (f", the device's growth {gib(grown)}" if grown else "")
        yield (f"| {figures['network']} training, batch {figures['batch']}, {figures['precision']} "
               f"| {figures['images_per_second']:,.0f} images/s; step {figures['step_ms']['median']:.3f} ms median, "
               f"{figures['step_ms']['p99']:.3f} p99; {memory} "
               f"| `fovea-cli bench --network {figures['network']} --batch {figures['batch']} --precision "
               f"{figures['precision']} --train --device cuda:0` |")


def step_rows(steps):
    for name, step in steps.items():
        if step.get("figures") or step.get("table"):
            continue
        note = step.get("note", "").replace("|", "/")
        yield f"| {name} | {step['status']}: {note} | `check.sh {step['part']}` |"


def kernel_tables(steps):
    for name, step in steps.items():
        if not step.get("kernels"):
            continue
        yield f"\nTime by kernel, {name.removeprefix('profile ')} ({step['note']}), the fifteen longest:\n"
        yield "| op | kernel | times | ms |\n| --- | --- | --- | --- |"
        for kernel in step["kernels"][:15]:
            yield f"| {kernel['op']} | {kernel['kernel']} | {kernel['count']} | {kernel['ms']:.3f} |"


def failures(steps):
    for name, step in steps.items():
        for test, reason in list(step.get("failures", {}).items())[:20]:
            yield f"- `{test}`: {reason[:240]}"


def write_page(data, path):
    machine, steps = data["machine"], data["steps"]
    words = [machine.get("gpu", "no GPU"), f"driver {machine['driver']}" if "driver" in machine else "",
             machine.get("libraries", ""), f"PyTorch {machine['pytorch']}" if "pytorch" in machine else "",
             machine.get("date", "")]
    lines = ["### GPU" + (" (a rehearsal without a device)" if data["dry"] else ""), "",
             "; ".join(word for word in words if word) + ".", "", "| what | figure | command |", "| --- | --- | --- |"]
    lines += [*bench_rows(steps), *step_rows(steps)]
    tables = [step["table"] for step in steps.values() if step.get("table")]
    if tables:
        lines += ["", "Beside PyTorch, two rounds of 1.5 seconds (`check.sh D`):", "", COMPARED_HEAD, *tables]
    lines += kernel_tables(steps)
    listed = list(failures(steps))
    if listed:
        lines += ["", "What failed:", "", *listed]
    with open(path, "w") as file:
        file.write("\n".join(lines) + "\n")
