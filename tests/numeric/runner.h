// Why: ways to run a case of the table: on a device, on the reference kernel, against finite differences and for
// timing. Without a test framework, so that programs can use it too. Functions are thread-safe unless they accept a
// Device, which belongs to one thread.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "core/backends/executor.h"
#include "tests/numeric/case.h"

namespace fovea::numeric {

// |actual - expected| <= absolute + relative * |expected|.
struct Tolerance {
  double relative = 0;
  double absolute = 0;
};

// PyTorch's torch.testing.assert_close: 1.3e-6 and 1e-5 for f32, 1e-7 both for f64, 1e-3 and 1e-5 for f16, 1.6e-2 and
// 1e-5 for bf16, whose sums are in f32. For sums, more absolute tolerance:
// 2^-24 (f64: 2^-53) for each operation behind one element of the output. A running sum of L products of unit normal
// numbers, each step rounded to relative 2^-24, strays with a standard deviation of about 0.3 * 2^-24 * L, so this
// bound is three of them. Source: Higham, "Accuracy and Stability of Numerical Algorithms", 2002, section 4.2 (the
// random model).
Tolerance toleranceFor(DataType type, double operationsPerElement);

// Success if shapes, types and all elements agree (NaN with NaN, infinity with itself, integers exactly). Otherwise an
// Error that names the worst element.
Status compare(const Tensor& expected, const Tensor& actual, const Tolerance& tolerance);

// The outputs of the op's reference kernel.
Result<std::vector<Tensor>> runReference(const Case& subject, const std::vector<Tensor>& inputs);

struct DeviceRun {
  std::vector<Tensor> outputs;
  std::string kernels;       // Executor::describe()
  bool approximate = false;  // the kernel declares that another algorithm causes its rounding
};

// The outputs of the kernel that `device` chooses, through a graph with that one op. Inputs that the op updates, and
// parameters of a model (weight, bias, scale), are variables; all others are graph inputs. Unsupported states why there
// is no kernel.
Result<DeviceRun> runOnDevice(const Case& subject, const std::vector<Tensor>& inputs,
                              const std::shared_ptr<Device>& device, bool exact = false);

// The tolerance of output `output` of the case, given the reference's results.
Tolerance toleranceOf(const Case& subject, const std::vector<Tensor>& inputs, const std::vector<Tensor>& expected,
                      std::size_t output);

// Success if the L2 norm of the difference is at most 1e-4 of that of `expected` (f32 only), as required of kernels
// that declare themselves approximate.
Status compareNorms(const Tensor& expected, const Tensor& actual);

// Compares runOnDevice() with runReference() by compare(); for a kernel that declares itself approximate by
// compareNorms(), and by compare() again with approximate algorithms disabled.
Status checkOnDevice(const Case& subject, DataType real, const std::shared_ptr<Device>& device);

// Three runs of one executor, the later ones recorded if the device supports it, give the same bits. Ops that write
// variables are left out, as each run gives another result.
Status checkRecorded(const Case& subject, DataType real, const std::shared_ptr<Device>& device);

// Returns the kernel that runs the case, in one line, or Unsupported with the reasons of all that do not.
Result<std::string> kernelFor(const Case& subject, DataType real, const std::shared_ptr<Device>& device);

struct Timing {
  double milliseconds = 0;           // per run: the median over blocks of runs
  double referenceMilliseconds = 0;  // per run of the reference kernel
  Cost cost;
  std::string kernel;  // as in kernelFor()
};
// Measures the device's time for the case in about `seconds`. Fails like runOnDevice().
Result<Timing> timeOnDevice(const Case& subject, DataType real, const std::shared_ptr<Device>& device, double seconds);

// The values of `graph` by id if each node runs its reference kernel. `given` holds inputs and variables by id.
std::vector<Tensor> evaluate(const Graph& graph, const std::vector<std::pair<ValueId, Tensor>>& given);

// Compares the gradient rule of the case's op in f64 with central differences of its reference kernel, for every
// floating-point input and a random projection of output 0 to one number. As in PyTorch's torch.autograd.gradcheck:
// step 1e-6, tolerances 1e-5 and 1e-3. Tries about 32 random elements of each input, about 6 if a run takes long.
Status checkGradient(const Case& subject);

// True if checkGradient() applies: the op has a gradient rule, and the case a floating-point input and no NaN.
bool isDifferentiable(const Case& subject);

}  // namespace fovea::numeric
